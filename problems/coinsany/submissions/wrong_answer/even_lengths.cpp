// Wrong: looks at intervals of even length only, from pairs on, and for an odd row gives the last
// coin to the second player. Expected: AC in group 2, WA in the others, 20 points.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	long long sum = 0;
	for (auto &c : coin) {
		std::cin >> c;
		sum += c;
	}
	std::vector<long long> best(n + 1, 0);
	for (int length = 2; length <= n; length += 2) {
		std::vector<long long> longer(n + 1, 0);
		for (int i = 0; i + length <= n; i++)
			longer[i] = std::max(coin[i] + std::min(best[i + 2], best[i + 1]),
				coin[i + length - 1] + std::min(best[i + 1], best[i]));
		best = longer;
	}
	std::cout << best[0] << ' ' << sum - best[0] << '\n';
}
