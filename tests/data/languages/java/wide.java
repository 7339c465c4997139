import java.io.*;
import java.math.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.security.MessageDigest;
import java.text.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;
import java.util.zip.*;

/** Much of the class library: charsets, time zones, digests, archives, collections, threads. */
public class wide
{
	static void check(boolean fact, String what)
	{
		if (!fact)
			throw new IllegalStateException(what);
	}

	public static void main(String[] arguments) throws Exception
	{
		BufferedReader in = new BufferedReader(
			new InputStreamReader(System.in, StandardCharsets.UTF_8));
		List<Long> numbers = in.lines()
					     .flatMap(Pattern.compile("\\s+")::splitAsStream)
					     .filter(s -> !s.isEmpty())
					     .map(Long::valueOf)
					     .skip(1)
					     .collect(Collectors.toList());
		check(BigInteger.TWO.pow(200).mod(BigInteger.valueOf(1_000_007)).signum() > 0,
			"BigInteger");
		check(new BigDecimal("1").divide(new BigDecimal("8")).toString().equals("0.125"),
			"BigDecimal");
		for (String charset : new String[] {
			     "windows-1252", "ISO-8859-15", "UTF-16LE", "Shift_JIS", "GB18030"})
			check(new String("a".getBytes(charset), charset).equals("a"), charset);
		check(ZonedDateTime.of(2024, 7, 1, 0, 0, 0, 0, ZoneId.of("Europe/Paris"))
					.getOffset()
					.getTotalSeconds() == 7200,
			"time zones");
		check(String.format(Locale.GERMANY, "%,.2f", 1234.5).equals("1.234,50"), "locales");
		check(new SimpleDateFormat("EEEE", Locale.FRANCE).format(new Date(0)).length() > 0,
			"dates");
		check(MessageDigest.getInstance("SHA-256").digest(new byte[0]).length == 32,
			"digests");
		check(new java.security.SecureRandom().nextInt(5) < 5, "random numbers");
		CRC32 crc = new CRC32();
		crc.update("abc".getBytes());
		check(crc.getValue() == 0x352441c2L, "checksums");
		Integer[] many = IntStream.range(0, 50000)
					 .map(i -> i * 7919 % 50021)
					 .boxed()
					 .toArray(Integer[] ::new);
		Arrays.parallelSort(many, Comparator.reverseOrder());
		check(many[0] >= many[49999], "sorts");
		TreeMap<String, Integer> tree = new TreeMap<>(Map.of("b", 2, "a", 1));
		check(tree.firstKey().equals("a") &&
				"x1y22".replaceAll("[0-9]+", "#").equals("x#y#"),
			"maps and patterns");
		check(java.text.Normalizer.normalize("\u00e9", java.text.Normalizer.Form.NFD)
					.length() == 2,
			"Normalizer");
		check(Files.isReadable(Path.of("/dev/null")), "files");
		check(java.util.logging.Logger.getLogger("x").getName().equals("x"), "logging");
		ExecutorService pool = Executors.newFixedThreadPool(2);
		Future<Long> first =
			pool.submit(() -> numbers.stream().mapToLong(Long::longValue).sum());
		System.out.println(first.get());
		pool.shutdown();
	}
}
