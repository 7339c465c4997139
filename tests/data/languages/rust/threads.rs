use std::io::Read;
use std::sync::Arc;
use std::thread;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Arc<Vec<i64>> =
        Arc::new(text.split_whitespace().skip(1).map(|x| x.parse().unwrap()).collect());
    let threads: Vec<_> = (0..2)
        .map(|which| {
            let numbers = Arc::clone(&numbers);
            thread::spawn(move || numbers.iter().skip(which).step_by(2).sum::<i64>())
        })
        .collect();
    let sum: i64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    println!("{}", sum);
}
