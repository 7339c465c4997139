class Crash
{
	static void Main()
	{
		throw new System.Exception("so it ends");
	}
}
