package help;

import java.io.*;

public class Total {
	public static long read() throws IOException {
		StreamTokenizer in = new StreamTokenizer(new BufferedInputStream(System.in));
		in.nextToken();
		long sum = 0;
		while (in.nextToken() == StreamTokenizer.TT_NUMBER)
			sum += (long) in.nval;
		return sum;
	}
}
