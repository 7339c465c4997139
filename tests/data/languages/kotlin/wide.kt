// Much of Kotlin's library and of Java's.
import java.math.BigInteger
import java.security.MessageDigest
import java.time.LocalDate
import java.time.ZoneId
import java.util.TreeMap
import kotlin.concurrent.thread

data class Pair2(val a: Int, val b: String)

fun fibonacci() = sequence {
	var pair = Pair(0L, 1L)
	while (true) {
		yield(pair.first)
		pair = Pair(pair.second, pair.first + pair.second)
	}
}

fun main() {
	val numbers = generateSequence(::readLine).flatMap { it.split(Regex("\\s+")).asSequence() }.filter { it != "" }
		.map { it.toLong() }.toList().drop(1)
	check(fibonacci().take(10).last() == 34L)
	check(BigInteger.valueOf(2).pow(100).toString() == "1267650600228229401496703205376")
	check(MessageDigest.getInstance("SHA-256").digest(ByteArray(0)).size == 32)
	check(LocalDate.of(2024, 7, 1).atStartOfDay(ZoneId.of("Europe/Paris")).offset.totalSeconds == 7200)
	check("%.2f".format(1.005e3) == "1005.00" && "abc".reversed() == "cba")
	check(TreeMap(mapOf("b" to 2, "a" to 1)).firstKey() == "a")
	check(String("\u00e9".toByteArray(charset("windows-1252")), charset("windows-1252")) == "\u00e9")
	check(Pair2(1, "x").copy(a = 2).toString() == "Pair2(a=2, b=x)")
	check(listOf(3, 1, 2).sortedDescending().zip(1..3).map { it.first * it.second } == listOf(3, 4, 3))
	var sum = 0L
	thread { sum = numbers.sum() }.join()
	println(sum)
}
