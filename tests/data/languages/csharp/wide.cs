// Much of the class library: what has a native library behind it most of all.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Numerics;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

class Wide
{
	static void Check(bool fact, string what)
	{
		if (!fact)
			throw new Exception(what);
	}

	static void Main()
	{
		var words = Regex.Split(Console.In.ReadToEnd().Trim(), "\\s+").Skip(1);
		Check(BigInteger.Pow(2, 100).ToString() == "1267650600228229401496703205376", "BigInteger");
		Check(new Complex(3, 4).Magnitude == 5, "Complex");
		Check(1m / 8 == 0.125m && Math.Floor(-2.5) == -3, "decimal");
		Check(Encoding.GetEncoding("iso-8859-1").GetBytes("\u00e9").Length == 1, "encodings");
		Check(SHA256.Create().ComputeHash(new byte[0]).Length == 32, "digests");
		Check(string.Format(CultureInfo.InvariantCulture, "{0:N2}", 1234.5) == "1,234.50", "formats");
		Check(new DateTime(2024, 7, 1).DayOfWeek == DayOfWeek.Monday, "dates");
		Check(new SortedSet<int> { 3, 1, 2 }.Min == 1, "sets");
		Check(new SortedDictionary<string, int> { { "b", 2 }, { "a", 1 } }.First().Key == "a", "maps");
		Check("\u00e9".ToUpperInvariant() == "\u00c9" && "e\u0301".Normalize().Length == 1, "characters");
		var memory = new MemoryStream();
		using (var packed = new GZipStream(memory, CompressionMode.Compress, true))
			packed.Write(Encoding.UTF8.GetBytes("many words"), 0, 10);
		memory.Position = 0;
		using (var reader = new StreamReader(new GZipStream(memory, CompressionMode.Decompress)))
			Check(reader.ReadToEnd() == "many words", "compression");
		var bag = new ConcurrentBag<int>();
		Parallel.For(0, 100, i => bag.Add(i));
		Check(bag.Count == 100, "threads");
		Console.WriteLine(words.AsParallel().Select(long.Parse).Sum());
	}
}
