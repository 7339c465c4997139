// expect: RTE exit-code failed to map segment from shared object
public class Library {
	public static void main(String[] args) {
		System.load("/box/foreign.so");
		System.out.println(6);
	}
}
