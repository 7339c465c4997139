fun total(): Long = System.`in`.bufferedReader().readText().split(Regex("\\s+"))
	.filter { it.isNotEmpty() }.drop(1).map { it.toLong() }.sum()
