fn main() {
    let mut i = 0u32;
    loop {
        i = i.wrapping_add(1);
        if std::env::args().count() as u32 > 9 && i == 7 {
            break;
        }
    }
}
