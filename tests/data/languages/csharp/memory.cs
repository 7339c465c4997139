using System.Collections.Generic;

class Memory
{
	static void Main()
	{
		var parts = new List<byte[]>();
		for (;;) {
			var part = new byte[1 << 20];
			for (int i = 0; i < part.Length; i += 1024)
				part[i] = 1;
			parts.Add(part);
		}
	}
}
