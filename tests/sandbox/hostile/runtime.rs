// SPDX-License-Identifier: MIT
// What honest programs in Rust do, and what hostile ones do: the first argument chooses. Right: "fine" prints "fine";
// "memory" is hit memory; "connect" is hit syscall; "threads" is hit processes.
use std::collections::HashMap;
use std::io::Read;
use std::sync::{mpsc, Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

fn depth(n: u64) -> u64 {
    let frame = [n; 16];
    // Read as if it could have changed, or the compiler would make a loop of this.
    let n = unsafe { std::ptr::read_volatile(&frame[n as usize % 16]) };
    if n == 0 {
        0
    } else {
        1 + depth(n - 1)
    }
}

fn fine() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    assert_eq!(text.split_whitespace().map(|word| word.parse::<i64>().unwrap()).sum::<i64>(), 6);
    let sum = Arc::new(Mutex::new(0));
    let (sender, receiver) = mpsc::channel();
    let workers: Vec<_> = (1..=8)
        .map(|i| {
            let (sum, sender) = (sum.clone(), sender.clone());
            thread::spawn(move || {
                *sum.lock().unwrap() += i;
                sender.send(i).unwrap();
            })
        })
        .collect();
    workers.into_iter().for_each(|worker| worker.join().unwrap());
    drop(sender);
    assert_eq!((*sum.lock().unwrap(), receiver.iter().sum::<i32>()), (36, 36));
    let deep = thread::Builder::new().stack_size(32 << 20).spawn(|| depth(100_000)).unwrap();
    assert_eq!(deep.join().unwrap(), 100_000);
    let squares: HashMap<u64, u64> = (0..1000).map(|n| (n, n * n)).collect();
    assert_eq!(squares[&999], 998_001);
    assert!(std::panic::catch_unwind(|| panic!("caught")).is_err());
    let start = Instant::now();
    thread::sleep(Duration::from_millis(1));
    assert!(start.elapsed() >= Duration::from_millis(1));
    assert!(std::fs::read("/proc/self/status").is_ok());
    println!("fine");
}

fn main() {
    match std::env::args().nth(1).unwrap().as_str() {
        "fine" => fine(),
        "memory" => {
            let mut kept = Vec::new();
            loop {
                kept.push(vec![1u8; 1 << 20]);
            }
        }
        "connect" => println!("still here: {}", std::net::TcpStream::connect("127.0.0.1:80").is_ok()),
        "threads" => loop {
            let _ = thread::Builder::new().spawn(|| thread::sleep(Duration::from_secs(100)));
        },
        _ => std::process::exit(1),
    }
}
