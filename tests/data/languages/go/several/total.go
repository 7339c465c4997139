package main

import (
	"bufio"
	"fmt"
	"os"
)

func total() (sum int) {
	in := bufio.NewReader(os.Stdin)
	var n, x int
	fmt.Fscan(in, &n)
	for ; n > 0; n-- {
		fmt.Fscan(in, &x)
		sum += x
	}
	return
}
