import java.util.*;

class Memory {
	public static void main(String[] arguments) {
		List<byte[]> parts = new ArrayList<>();
		for (;;)
			parts.add(new byte[1 << 20]);
	}
}
