package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	numbers := make([]int, n)
	for i := range numbers {
		fmt.Fscan(in, &numbers[i])
	}
	sums := make(chan int)
	for which := 0; which < 2; which++ {
		go func(which int) {
			sum := 0
			for i := which; i < n; i += 2 {
				sum += numbers[i]
			}
			sums <- sum
		}(which)
	}
	fmt.Println(<-sums + <-sums)
}
