fn main() {
    let mut parts = Vec::new();
    loop {
        parts.push(vec![1u8; 1 << 20]);
    }
}
