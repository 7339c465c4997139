// Dynamic programming row by row of the table, with one row in memory: best[j] is the total of the player to move on
// i..j.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;

public class Main {
	public static void main(String[] args) throws IOException {
		StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
		in.nextToken();
		int n = (int) in.nval;
		long[] coin = new long[n];
		for (int i = 0; i < n; i++) {
			in.nextToken();
			coin[i] = (long) in.nval;
		}
		long[] best = new long[n];
		for (int i = n - 1; i >= 0; i--) {
			long sum = coin[i];
			best[i] = coin[i];
			for (int j = i + 1; j < n; j++) {
				sum += coin[j];
				best[j] = sum - Math.min(best[j], best[j - 1]);
			}
		}
		System.out.println(best[n - 1]);
	}
}
