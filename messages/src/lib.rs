//! The macros for messages. `nimatron-core` re-exports them, and its module `language` describes them.

use proc_macro::TokenStream;
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Ident, LitStr, Token, parse_macro_input, parse_quote, parse_str};

struct Message {
    english: LitStr,
    given: Vec<(Ident, Expr)>,
}

impl Parse for Message {
    fn parse(input: ParseStream<'_>) -> syn::Result<Message> {
        let english = input.parse()?;
        let mut given = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let name: Ident = input.parse()?;
            let value = if input.parse::<Option<Token![=]>>()?.is_some() {
                input.parse()?
            } else {
                parse_quote!(#name)
            };
            given.push((name, value));
        }
        Ok(Message { english, given })
    }
}

/// Returns a message in the user's language.
///
/// `tr!("text")` is a `&'static str`, `tr!("text with {value}")` a `String`. Values are written as in `format!`, but
/// each must be a variable or be given a name, as in `tr!("{n} left", n = 7 - taken)`.
#[proc_macro]
pub fn tr(input: TokenStream) -> TokenStream {
    let message = parse_macro_input!(input as Message);
    expand(&message)
        .unwrap_or_else(Error::into_compile_error)
        .into()
}

fn expand(Message { english, given }: &Message) -> syn::Result<proc_macro2::TokenStream> {
    let fault = |what: &str| Error::new(english.span(), what);
    let text = english.value();
    let holes = holes(&text).map_err(fault)?;
    if holes.is_empty() && given.is_empty() {
        let plain = text.replace("{{", "{").replace("}}", "}");
        return Ok(if plain == text {
            quote!(::nimatron_core::language::text(#english))
        } else {
            quote!(::nimatron_core::language::template(#english).unwrap_or(#plain))
        });
    }
    let mut used = vec![false; given.len()];
    let mut values = Vec::new();
    for hole in holes {
        let (name, format) = hole.split_once(':').unwrap_or((hole, ""));
        let mut name: Ident =
            parse_str(name).map_err(|_| fault("each value of a message needs a name"))?;
        name.set_span(english.span());
        let value = match given.iter().position(|(other, _)| *other == name) {
            Some(i) => {
                used[i] = true;
                let bound = format_ident!("value{i}");
                quote!(#bound)
            }
            None => quote!(&#name),
        };
        values.push(if format.is_empty() {
            quote!(#value as &dyn ::std::fmt::Display)
        } else {
            let format = format!("{{:{format}}}");
            quote!(&::std::format_args!(#format, #value) as &dyn ::std::fmt::Display)
        });
    }
    if let Some((_, (name, _))) = used.iter().zip(given).find(|(used, _)| !**used) {
        return Err(Error::new(name.span(), "the message has no such value"));
    }
    let bound = (0..given.len()).map(|i| format_ident!("value{i}"));
    let given = given.iter().map(|(_, value)| value);
    // Bind the values in a `match`, so that temporaries live until the message is written.
    Ok(quote! {
        match (#(&(#given),)*) {
            (#(#bound,)*) => ::nimatron_core::language::say(#english, &[#(#values),*]),
        }
    })
}

/// Marks a constant as a message, which `language::text` translates at run time. Braces in the constant are ordinary
/// text.
#[proc_macro]
pub fn tr_key(input: TokenStream) -> TokenStream {
    let english = parse_macro_input!(input as LitStr);
    quote!(#english).into()
}

fn holes(message: &str) -> Result<Vec<&str>, &'static str> {
    let mut found = Vec::new();
    let mut rest = message;
    while let Some(at) = rest.find(['{', '}']) {
        let (brace, after) = rest[at..].split_at(1);
        if let Some(escaped) = after.strip_prefix(brace) {
            rest = escaped;
        } else if brace == "{"
            && let Some((hole, after)) = after.split_once('}')
        {
            found.push(hole);
            rest = after;
        } else {
            return Err("a brace that is no value's is written twice, as in `format!`");
        }
    }
    Ok(found)
}
