package main

func main() {
	var parts [][]byte
	for {
		part := make([]byte, 1<<20)
		for i := range part {
			part[i] = 1
		}
		parts = append(parts, part)
	}
}
