//! Links the program at a fixed address on Linux with glibc, unless glibc is linked statically. The program then needs
//! no relocation at start-up, so the first frame comes sooner and the file is smaller. A random address protects
//! against memory errors, but the program's own crates contain no unsafe code.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let of_target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if of_target("OS") == "linux"
        && of_target("ENV") == "gnu"
        && !of_target("FEATURE").contains("crt-static")
    {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
