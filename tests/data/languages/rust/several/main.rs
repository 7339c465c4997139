mod total;

fn main() {
    println!("{}", total::read());
}
