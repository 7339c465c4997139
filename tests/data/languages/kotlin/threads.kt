import kotlin.concurrent.thread

fun main(arguments: Array<String>) {
	val numbers = System.`in`.bufferedReader().readText().split(Regex("\\s+"))
		.filter { it.isNotEmpty() }.drop(1).map { it.toLong() }
	val sums = LongArray(2)
	val threads = (0..1).map { which ->
		thread {
			for (i in which until numbers.size step 2)
				sums[which] += numbers[i]
		}
	}
	threads.forEach { it.join() }
	println(sums.sum())
}
