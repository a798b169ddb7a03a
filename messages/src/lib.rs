//! The macros of messages, which `nimatron-core` exports; its module `language` describes them.

use proc_macro::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Expr, Ident, LitStr, Token, parse_macro_input, parse_quote, parse_str};

/// A message, and the values that are given by name.
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

/// Translates a message into the user's language.
///
/// `tr!("text")` is a `&'static str`, `tr!("text with {value}")` a `String`. Values are written as in `format!`, but each
/// has a name: that of a variable, or one given by `tr!("{n} left", n = 7 - taken)`.
#[proc_macro]
pub fn tr(input: TokenStream) -> TokenStream {
    let Message { english, given } = parse_macro_input!(input as Message);
    let mut values = Vec::new();
    for hole in holes(&english.value()) {
        let (name, format) = hole.split_once(':').unwrap_or((&hole, ""));
        let Ok(mut name) = parse_str::<Ident>(name) else {
            let fault = Error::new(english.span(), "each value of a message needs a name");
            return fault.to_compile_error().into();
        };
        name.set_span(english.span());
        let value = match given.iter().find(|(other, _)| *other == name) {
            Some((_, value)) => quote!((#value)),
            None => quote!(#name),
        };
        values.push(if format.is_empty() {
            quote!((#hole, &#value as &dyn ::std::fmt::Display))
        } else {
            let format = format!("{{:{format}}}");
            quote!((#hole, &::std::format_args!(#format, #value) as &dyn ::std::fmt::Display))
        });
    }
    if values.is_empty() && given.is_empty() {
        return quote!(::nimatron_core::language::text(#english)).into();
    }
    let given = given.iter().map(|(name, value)| quote!(#name = #value));
    quote! {
        match ::nimatron_core::language::template(#english) {
            ::std::option::Option::None => ::std::format!(#english, #(#given),*),
            ::std::option::Option::Some(translation) => {
                ::nimatron_core::language::fill(translation, &[#(#values),*])
            }
        }
    }
    .into()
}

/// Marks a constant as a message; `language::text` translates it where it is used.
#[proc_macro]
pub fn tr_key(input: TokenStream) -> TokenStream {
    let english = parse_macro_input!(input as LitStr);
    quote!(#english).into()
}

/// Returns the contents of the braces in a message, without duplicates.
fn holes(message: &str) -> Vec<String> {
    let plain = message.replace("{{", "").replace("}}", "");
    let mut found: Vec<String> = Vec::new();
    for part in plain.split('{').skip(1) {
        if let Some((hole, _)) = part.split_once('}')
            && !found.iter().any(|other| other == hole)
        {
            found.push(hole.to_owned());
        }
    }
    found
}
