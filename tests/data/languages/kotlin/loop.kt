fun main() {
	var i = 0L
	while (true) {
		i++
		if (i < 0)
			println(i)
	}
}
