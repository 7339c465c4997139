import help.Total;

public class Main {
	public static void main(String[] arguments) throws Exception {
		System.out.println(Total.read());
	}
}
