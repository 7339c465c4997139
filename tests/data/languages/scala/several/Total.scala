object Total {
	def read(): Long = scala.io.Source.stdin.getLines.flatMap(_.split("\\s+"))
		.filter(_.nonEmpty).map(_.toLong).drop(1).sum
}
