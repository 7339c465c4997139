// Much of Scala's library and of Java's.
import scala.collection.immutable.TreeMap
import scala.collection.mutable
import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.io.{Codec, Source}
import scala.math.{BigDecimal, BigInt}
import scala.util.{Random, Try}

object Wide {
	case class Point(x: Int, y: Int)

	def main(arguments: Array[String]): Unit = {
		val numbers = Source.fromInputStream(System.in)(Codec.UTF8).mkString.split("\\s+").filter(_.nonEmpty).map(_.toLong).drop(1)
		assert(BigInt(2).pow(100).toString == "1267650600228229401496703205376")
		assert((BigDecimal(1) / 8).toString == "0.125")
		assert(TreeMap("b" -> 2, "a" -> 1).head._1 == "a")
		assert(mutable.PriorityQueue(1, 3, 2).dequeue() == 3)
		assert(Try("x".toInt).isFailure && "a1b22".replaceAll("[0-9]+", "#") == "a#b#")
		assert("""(\w+)@(\w+)""".r.findFirstMatchIn("me@here").map(_.group(2)).contains("here"))
		assert(Point(1, 2).copy(y = 3) == Point(1, 3) && f"${1.5}%.2f" == "1.50")
		assert(new String("\u00e9".getBytes("windows-1252"), "windows-1252") == "\u00e9")
		assert(Stream.from(1).filter(_ % 7 == 0).take(3).toList == List(7, 14, 21))
		assert(new Random(1).nextInt(5) < 5 && java.time.ZoneId.of("Europe/Paris") != null)
		val halves = numbers.grouped(numbers.length / 2 + 1).map(part => Future(part.sum)).toList
		println(Await.result(Future.sequence(halves), 10.seconds).sum)
	}
}
