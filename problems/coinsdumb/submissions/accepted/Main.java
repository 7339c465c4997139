// The game played forwards: had[left] is the maximum that the first player can have after `left` coins were taken from
// the left end and all others from the right end.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.StringTokenizer;

public class Main {
	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
		int n = Integer.parseInt(in.readLine().trim());
		StringTokenizer words = new StringTokenizer(in.readLine());
		long[] coin = new long[n];
		for (int i = 0; i < n; i++)
			coin[i] = Long.parseLong(words.nextToken());
		long[] had = {0};
		for (int gone = 0; gone < n; gone++) {
			boolean mine = gone % 2 == 0;
			long[] has = new long[gone + 2];
			Arrays.fill(has, Long.MIN_VALUE);
			for (int left = 0; left <= gone; left++) {
				int right = gone - left;
				long takesLeft = had[left] + (mine ? coin[left] : 0);
				long takesRight = had[left] + (mine ? coin[n - 1 - right] : 0);
				has[left + 1] = Math.max(has[left + 1], takesLeft);
				has[left] = Math.max(has[left], takesRight);
			}
			had = has;
		}
		System.out.println(Arrays.stream(had).max().getAsLong());
	}
}
