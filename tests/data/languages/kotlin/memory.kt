fun main() {
	val parts = ArrayList<ByteArray>()
	while (true)
		parts.add(ByteArray(1 shl 20))
}
