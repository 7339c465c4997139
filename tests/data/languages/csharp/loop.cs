class Loop
{
	static void Main()
	{
		for (uint i = 0;; i++)
			;
	}
}
