object Crash extends App {
	throw new RuntimeException("so it ends")
}
