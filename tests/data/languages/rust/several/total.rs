use std::io::Read;

pub fn read() -> i64 {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    text.split_whitespace().skip(1).map(|x| x.parse::<i64>().unwrap()).sum()
}
