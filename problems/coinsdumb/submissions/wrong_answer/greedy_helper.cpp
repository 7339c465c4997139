// Wrong: the first player's maximum with a helper that always takes the smaller end coin. The
// optimal helper sometimes takes the larger one, to uncover a coin for the first player.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n), best(n + 1, 0);
	for (auto &c : coin)
		std::cin >> c;
	for (int length = 1; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			int j = i + length - 1;
			if ((n - length) % 2 == 0)
				best[i] = std::max(coin[i] + best[i + 1], coin[j] + best[i]);
			else
				best[i] = coin[i] < coin[j] ? best[i + 1] : best[i];
		}
	std::cout << best[0] << '\n';
}
