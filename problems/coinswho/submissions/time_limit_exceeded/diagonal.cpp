// Slow: dynamic programming over all intervals of each row, n^2 / 2 of them, in O(n) memory.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	std::ios::sync_with_stdio(false);
	int rows;
	std::cin >> rows;
	while (rows-- > 0) {
		int n;
		std::cin >> n;
		std::vector<long long> coin(n);
		for (auto &c : coin)
			std::cin >> c;
		std::vector<long long> lead = coin;
		for (int length = 2; length <= n; length++)
			for (int i = 0; i + length <= n; i++)
				lead[i] = std::max(
					coin[i] - lead[i + 1], coin[i + length - 1] - lead[i]);
		std::cout << (lead[0] > 0 ? "FIRST" : lead[0] < 0 ? "SECOND" : "TIE") << '\n';
	}
}
