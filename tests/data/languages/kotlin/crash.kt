fun main() {
	throw RuntimeException("so it ends")
}
