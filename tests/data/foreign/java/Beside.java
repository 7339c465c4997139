// expect: RTE exit-code Permission denied
public class Beside {
	public static void main(String[] args) throws Exception {
		new java.io.File("foreign").setExecutable(true);
		System.exit(new ProcessBuilder("./foreign").inheritIO().start().waitFor());
	}
}
