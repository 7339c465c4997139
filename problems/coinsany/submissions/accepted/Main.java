// Row by row of the table, with one row in memory: best[j] is the total of the player to move on i..j. The other player
// gets the rest of the interval's sum.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.StringTokenizer;

public class Main {
	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
		int n = Integer.parseInt(in.readLine().trim());
		StringTokenizer values = new StringTokenizer(in.readLine());
		long[] coin = new long[n];
		for (int i = 0; i < n; i++)
			coin[i] = Long.parseLong(values.nextToken());
		long[] best = new long[n];
		long sum = 0;
		for (int i = n - 1; i >= 0; i--) {
			sum = coin[i];
			best[i] = coin[i];
			for (int j = i + 1; j < n; j++) {
				sum += coin[j];
				best[j] = sum - Math.min(best[j], best[j - 1]);
			}
		}
		System.out.println(best[n - 1] + " " + (sum - best[n - 1]));
	}
}
