// expect: RTE exit-code Cannot find the specified file
class Start {
	static void Main()
	{
		System.Diagnostics.Process.Start("/bin/echo", "6").WaitForExit();
	}
}
