// Linear time: peaks are fused on a stack. The resulting row falls and rises, so its coins are taken from the greatest
// to the least, from either end: the lead is their alternating sum in this order.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.Arrays;

public class Main {
	public static void main(String[] args) throws IOException {
		StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
		in.nextToken();
		int rows = (int) in.nval;
		StringBuilder out = new StringBuilder();
		long[] stack = new long[1000000];
		for (int row = 0; row < rows; row++) {
			in.nextToken();
			int n = (int) in.nval;
			int top = 0;
			for (int i = 0; i < n; i++) {
				in.nextToken();
				stack[top++] = (long) in.nval;
				while (top >= 3 && stack[top - 3] <= stack[top - 2] && stack[top - 2] >= stack[top - 1]) {
					stack[top - 3] += stack[top - 1] - stack[top - 2];
					top -= 2;
				}
			}
			Arrays.sort(stack, 0, top);
			long lead = 0;
			for (int i = 0; i < top; i++)
				lead = stack[i] - lead;
			out.append(lead > 0 ? "FIRST\n" : lead < 0 ? "SECOND\n" : "TIE\n");
		}
		System.out.print(out);
	}
}
