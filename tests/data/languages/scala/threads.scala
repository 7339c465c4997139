object Threads {
	def main(arguments: Array[String]): Unit = {
		val numbers = scala.io.Source.stdin.getLines.flatMap(_.split("\\s+"))
			.filter(_.nonEmpty).map(_.toLong).toArray.drop(1)
		val sums = new Array[Long](2)
		val threads = (0 to 1).map(which => new Thread(new Runnable {
			def run(): Unit =
				for (i <- which until numbers.length by 2)
					sums(which) += numbers(i)
		}))
		threads.foreach(_.start())
		threads.foreach(_.join())
		println(sums.sum)
	}
}
