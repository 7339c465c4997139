using System;
using System.Linq;

static class Total
{
	public static long Read()
	{
		return Console.In.ReadToEnd().Split(new char[] { ' ', '\n' }, StringSplitOptions.RemoveEmptyEntries)
			.Skip(1).Select(long.Parse).Sum();
	}
}
