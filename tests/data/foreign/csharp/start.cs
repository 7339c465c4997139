// expect: SV exec
class Start {
	static void Main()
	{
		System.Diagnostics.Process.Start("/bin/echo", "6").WaitForExit();
	}
}
