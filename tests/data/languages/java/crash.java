class Crash {
	public static void main(String[] arguments) {
		throw new RuntimeException("so it ends");
	}
}
