fun main() {
	println(total())
}
