// SPDX-License-Identifier: MIT
// What honest programs in Java do, and what hostile ones do: the first argument chooses. Right: "fine" prints "fine";
// "memory" is hit memory; "connect" is hit syscall; "threads" is hit processes.
import java.math.BigInteger;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

public class Runtime {
	private static void check(boolean fact, String what) {
		if (!fact) {
			System.out.println("wrong: " + what);
			System.exit(1);
		}
	}

	private static int depth(int n) {
		return n == 0 ? 0 : 1 + depth(n - 1);
	}

	private static void fine() throws Exception {
		Scanner input = new Scanner(System.in);
		check(input.nextInt() + input.nextInt() + input.nextInt() == 6, "standard input");
		AtomicLong sum = new AtomicLong();
		var pool = Executors.newFixedThreadPool(8);
		for (int i = 1; i <= 100; i++) {
			final int n = i;
			pool.submit(() -> sum.addAndGet(n));
		}
		pool.shutdown();
		check(pool.awaitTermination(1, TimeUnit.MINUTES) && sum.get() == 5050, "a pool of threads");
		check(IntStream.range(0, 1000).parallel().sum() == 499500, "parallel streams");
		int[] reached = new int[1];
		Thread deep = new Thread(null, () -> reached[0] = depth(100000), "deep", 64 << 20);
		deep.start();
		deep.join();
		check(reached[0] == 100000, "recursion");
		check(BigInteger.valueOf(3).pow(10000).bitLength() == 15850, "large numbers");
		check(new SecureRandom().generateSeed(8).length == 8, "random numbers");
		check(LocalDate.of(2024, 2, 29).plusYears(1).getDayOfMonth() == 28, "dates");
		check(Files.size(Path.of("/proc/self/status")) >= 0, "reading about oneself");
		try {
			((Object) null).hashCode();
			check(false, "null");
		} catch (NullPointerException expected) {
			System.gc();
		}
		System.out.println("fine");
	}

	/* Outside of the heap, whose end the JVM would see first. */
	private static void memory() {
		List<ByteBuffer> kept = new ArrayList<>();
		while (true) {
			ByteBuffer block = ByteBuffer.allocateDirect(1 << 20);
			while (block.hasRemaining())
				block.put((byte) 1);
			kept.add(block);
		}
	}

	private static void connect() {
		try (Socket socket = new Socket("127.0.0.1", 80)) {
			System.out.println("connected");
		} catch (Exception hidden) {
			System.out.println("still here");
		}
	}

	private static void threads() {
		while (true) {
			try {
				new Thread(() -> {
					try {
						Thread.sleep(100000);
					} catch (InterruptedException ended) {
						return;
					}
				}).start();
			} catch (OutOfMemoryError hidden) {
				continue;
			}
		}
	}

	public static void main(String[] arguments) throws Exception {
		switch (arguments[0]) {
		case "fine" -> fine();
		case "memory" -> memory();
		case "connect" -> connect();
		case "threads" -> threads();
		}
	}
}
