package main

func main() {
	panic("so it ends")
}
