import java.io.StreamTokenizer

fun main() {
	val input = StreamTokenizer(System.`in`.buffered())
	input.nextToken()
	val n = input.nval.toInt()
	var sum = 0L
	for (i in 1..n) {
		input.nextToken()
		sum += input.nval.toLong()
	}
	println(sum)
}
