// expect: SV exec
package main

import "syscall"

func main() {
	syscall.Exec("/program/program", []string{"program"}, nil)
}
