// SPDX-License-Identifier: MIT
// What honest programs in C# do, and what hostile ones do: the first argument chooses. Right: "fine" prints "fine";
// "memory" is hit memory; "connect" is hit syscall; "threads" is hit processes.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;

public static class Program
{
	static void Check(bool fact, string what)
	{
		if (!fact) {
			Console.WriteLine("wrong: " + what);
			Environment.Exit(1);
		}
	}

	static int Depth(int n)
	{
		return n == 0 ? 0 : 1 + Depth(n - 1);
	}

	static void Fine()
	{
		Check(Console.ReadLine().Split(' ').Select(int.Parse).Sum() == 6, "standard input");
		int counted = 0;
		var threads = Enumerable.Range(0, 8).Select(i => new Thread(() => Interlocked.Increment(ref counted))).ToList();
		threads.ForEach(thread => thread.Start());
		threads.ForEach(thread => thread.Join());
		Check(counted == 8, "threads");
		long sum = 0;
		Parallel.For(0, 1000, i => Interlocked.Add(ref sum, i));
		Check(sum == 499500, "parallel loops");
		Check(Task.Run(async () => { await Task.Delay(1); return 7; }).Result == 7, "tasks");
		int reached = 0;
		var deep = new Thread(() => reached = Depth(100000), 64 << 20);
		deep.Start();
		deep.Join();
		Check(reached == 100000, "recursion");
		Check(new Dictionary<string, int> { { "a", 1 } }["a"] == 1, "dictionaries");
		Check(Guid.NewGuid() != Guid.Empty && new Random().Next(10) < 10, "random numbers");
		Check(File.ReadAllText("/proc/self/status").Length > 0, "reading about oneself");
		try {
			string none = null;
			Check(none.Length < 0, "null");
		} catch (NullReferenceException) {
			GC.Collect();
		}
		Console.WriteLine("fine");
	}

	static void Memory()
	{
		for (var kept = new List<byte[]>();;) {
			var block = new byte[1 << 20];
			for (int i = 0; i < block.Length; i++)
				block[i] = 1;
			kept.Add(block);
		}
	}

	static void Connect()
	{
		try {
			new TcpClient("127.0.0.1", 80);
		} catch (SocketException) {
		}
		Console.WriteLine("still here");
	}

	static void Threads()
	{
		while (true) {
			try {
				new Thread(() => Thread.Sleep(100000), 1 << 16).Start();
			} catch (Exception) {
			}
		}
	}

	public static void Main(string[] arguments)
	{
		switch (arguments[0]) {
		case "fine": Fine(); break;
		case "memory": Memory(); break;
		case "connect": Connect(); break;
		case "threads": Threads(); break;
		}
	}
}
