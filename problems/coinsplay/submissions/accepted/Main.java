// One row of leads, and one bit for each interval: whether its left end is the better one to take.
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
		for (int i = 0; i < n; i++)
			coin[i] = Long.parseLong(words.nextToken());
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
		for (int i = 0, j = n - 1; i <= j;) {
			boolean left = takesLeft[i].get(j);
			if (left)
				i++;
			else
				j--;
			System.out.println(left ? "L" : "R");
			System.out.flush();
			if (i > j)
				break;
			if (in.readLine().equals("L"))
				i++;
			else
				j--;
		}
	}
}
