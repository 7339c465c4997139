class Loop {
	public static void main(String[] arguments) {
		for (long i = 0;; i++)
			if (i < 0)
				System.out.println(i);
	}
}
