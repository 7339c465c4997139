// SPDX-License-Identifier: MIT
// What honest programs in Go do, and what hostile ones do: the last argument but one chooses. Right: "fine" prints
// "fine"; "memory" is hit memory; "connect" is hit syscall; "threads" is hit processes.
package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/signal"
	"runtime"
	"sort"
	"strings"
	"sync"
	"syscall"
	"time"
)

func check(fact bool, what string) {
	if !fact {
		fmt.Println("wrong:", what)
		os.Exit(1)
	}
}

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + depth(n-1)
}

func workers() {
	var group sync.WaitGroup
	var mutex sync.Mutex
	sum := 0
	for i := 1; i <= 100; i++ {
		group.Add(1)
		go func(i int) {
			defer group.Done()
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			time.Sleep(time.Millisecond)
			mutex.Lock()
			sum += i
			mutex.Unlock()
		}(i % 8)
		if i%8 == 0 {
			group.Wait()
		}
	}
	group.Wait()
	check(sum == 346, "goroutines")
}

func fine() {
	var a, b, c int
	fmt.Fscan(bufio.NewReader(os.Stdin), &a, &b, &c)
	check(a+b+c == 6, "standard input")
	workers()
	check(depth(1000000) == 1000000, "recursion")
	words := strings.Fields("d a c b")
	sort.Strings(words)
	check(strings.Join(words, "") == "abcd", "sorting")
	check(new(big.Int).Exp(big.NewInt(3), big.NewInt(10000), nil).BitLen() == 15850, "large numbers")
	random := make([]byte, 8)
	_, err := rand.Read(random)
	check(err == nil, "random numbers")
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	syscall.Kill(os.Getpid(), syscall.SIGUSR1)
	check(<-signals == syscall.SIGUSR1, "signals")
	_, err = os.ReadFile("/proc/self/status")
	check(err == nil, "reading about oneself")
	func() {
		defer func() { check(recover() != nil, "panics") }()
		var none *int
		*none = 1
	}()
	runtime.GC()
	fmt.Println("fine")
}

func main() {
	switch os.Args[1] {
	case "fine":
		fine()
	case "memory":
		var kept [][]byte
		for {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			kept = append(kept, block)
		}
	case "connect":
		_, err := net.Dial("tcp", "127.0.0.1:80")
		fmt.Println("still here:", err)
	case "threads":
		for {
			go func() {
				runtime.LockOSThread()
				select {}
			}()
			time.Sleep(time.Millisecond)
		}
	}
}
