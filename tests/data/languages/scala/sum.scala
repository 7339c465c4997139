import java.io._

object Sum {
	def main(arguments: Array[String]): Unit = {
		val in = new StreamTokenizer(new BufferedInputStream(System.in))
		in.nextToken()
		val n = in.nval.toInt
		var sum = 0L
		for (_ <- 1 to n) {
			in.nextToken()
			sum += in.nval.toLong
		}
		println(sum)
	}
}
