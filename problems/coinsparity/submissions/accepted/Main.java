// Always takes the better of the odd and the even places; reads and writes without a library for interaction.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.StringTokenizer;

public class Main {
	public static void main(String[] args) throws IOException {
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
		int n = Integer.parseInt(in.readLine().trim());
		StringTokenizer words = new StringTokenizer(in.readLine());
		long odd = 0, even = 0;
		for (int i = 0; i < n; i += 2) {
			odd += Long.parseLong(words.nextToken());
			even += Long.parseLong(words.nextToken());
		}
		int mine = odd >= even ? 0 : 1, left = 0;
		PrintStream out = System.out;
		for (int turn = 0; turn < n / 2; turn++) {
			boolean takesLeft = left % 2 == mine;
			out.println(takesLeft ? "L" : "R");
			out.flush();
			left += takesLeft ? 1 : 0;
			left += in.readLine().equals("L") ? 1 : 0;
		}
	}
}
