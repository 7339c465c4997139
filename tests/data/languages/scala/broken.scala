object Broken extends App { val x: Int = "text" }
