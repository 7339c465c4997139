// One row of leads, and one bit for each interval: whether its left end is a best move.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.BitSet;
import java.util.StringTokenizer;

public class Main {
	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
		int n = Integer.parseInt(in.readLine().trim());
		StringTokenizer words = new StringTokenizer(in.readLine());
		long[] coin = new long[n];
		long sum = 0;
		for (int i = 0; i < n; i++) {
			coin[i] = Long.parseLong(words.nextToken());
			sum += coin[i];
		}
		long[] lead = new long[n];
		BitSet[] takesLeft = new BitSet[n];
		for (int i = n - 1; i >= 0; i--) {
			lead[i] = coin[i];
			takesLeft[i] = new BitSet(n);
			for (int j = i + 1; j < n; j++) {
				long left = coin[i] - lead[j], right = coin[j] - lead[j - 1];
				takesLeft[i].set(j, left >= right);
				lead[j] = Math.max(left, right);
			}
		}
		StringBuilder moves = new StringBuilder();
		for (int i = 0, j = n - 1; i <= j;) {
			boolean left = takesLeft[i].get(j);
			moves.append(left ? 'L' : 'R');
			if (left)
				i++;
			else
				j--;
		}
		System.out.println((sum + lead[n - 1]) / 2);
		System.out.println(moves);
	}
}
