fn main() {
    panic!("so it ends");
}
