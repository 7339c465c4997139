using System;
using System.Linq;

class Sum
{
	static void Main()
	{
		var words = Console.In.ReadToEnd().Split(new char[] { ' ', '\n' }, StringSplitOptions.RemoveEmptyEntries);
		Console.WriteLine(words.Skip(1).Select(long.Parse).Sum());
	}
}
