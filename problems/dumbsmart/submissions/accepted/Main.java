// The game with the helper played forwards, the other game row by row of its table.
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;

public class Main {
	static long dumb(long[] coin) {
		int n = coin.length;
		// had[left]: the maximum that the first player can have if `left` of the taken coins were at the left
		// end.
		long[] had = {0};
		for (int gone = 0; gone < n; gone++) {
			boolean mine = gone % 2 == 0;
			long[] has = new long[gone + 2];
			Arrays.fill(has, Long.MIN_VALUE);
			for (int left = 0; left <= gone; left++) {
				long takesLeft = had[left] + (mine ? coin[left] : 0);
				long takesRight = had[left] + (mine ? coin[n - 1 - (gone - left)] : 0);
				has[left + 1] = Math.max(has[left + 1], takesLeft);
				has[left] = Math.max(has[left], takesRight);
			}
			had = has;
		}
		return Arrays.stream(had).max().getAsLong();
	}

	static long smart(long[] coin) {
		int n = coin.length;
		long[] best = new long[n];
		for (int i = n - 1; i >= 0; i--) {
			long sum = coin[i];
			best[i] = coin[i];
			for (int j = i + 1; j < n; j++) {
				sum += coin[j];
				best[j] = sum - Math.min(best[j], best[j - 1]);
			}
		}
		return best[n - 1];
	}

	public static void main(String[] args) throws IOException {
		StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
		in.nextToken();
		StringBuilder out = new StringBuilder();
		for (int cases = (int) in.nval; cases > 0; cases--) {
			in.nextToken();
			long[] coin = new long[(int) in.nval];
			for (int i = 0; i < coin.length; i++) {
				in.nextToken();
				coin[i] = (long) in.nval;
			}
			out.append(dumb(coin)).append(' ').append(smart(coin)).append('\n');
		}
		System.out.print(out);
	}
}
