import java.util.*;

public class Main {
	public static void main(String[] arguments) throws Exception {
		Scanner in = new Scanner(System.in);
		int n = in.nextInt();
		int[] numbers = new int[n];
		for (int i = 0; i < n; i++)
			numbers[i] = in.nextInt();
		long[] sums = new long[2];
		Thread[] threads = new Thread[2];
		for (int t = 0; t < 2; t++) {
			final int which = t;
			threads[t] = new Thread(() -> {
				for (int i = which; i < n; i += 2)
					sums[which] += numbers[i];
			});
			threads[t].start();
		}
		for (Thread thread : threads)
			thread.join();
		System.out.println(sums[0] + sums[1]);
	}
}
