import java.io.*;
import java.util.*;

public class Sum {
	public static void main(String[] arguments) throws IOException {
		StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
		in.nextToken();
		int n = (int) in.nval;
		long sum = 0;
		for (int i = 0; i < n; i++) {
			in.nextToken();
			sum += (long) in.nval;
		}
		System.out.println(sum);
	}
}
