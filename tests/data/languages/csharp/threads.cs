using System;
using System.Linq;
using System.Threading;

class Threads
{
	static void Main()
	{
		var numbers = Console.In.ReadToEnd().Split(new char[] { ' ', '\n' }, StringSplitOptions.RemoveEmptyEntries)
			.Skip(1).Select(long.Parse).ToArray();
		var sums = new long[2];
		var threads = new Thread[2];
		for (int t = 0; t < 2; t++) {
			int which = t;
			threads[t] = new Thread(() => {
				for (int i = which; i < numbers.Length; i += 2)
					sums[which] += numbers[i];
			});
			threads[t].Start();
		}
		foreach (var thread in threads)
			thread.Join();
		Console.WriteLine(sums.Sum());
	}
}
