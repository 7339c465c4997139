object Main {
	def main(arguments: Array[String]): Unit = println(Total.read())
}
