// The two-step form: my coin, then the opponent leaves me the worse remaining row. An interval
// needs only intervals that are two coins shorter, so two lengths are kept, and each parity has its
// own base case.
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
	// best[i]: my total on the interval of the current length that starts at i; of length 0 or
	// 1 at first.
	std::vector<long long> best(n + 1, 0);
	if (n % 2)
		std::copy(coin.begin(), coin.end(), best.begin());
	for (int length = 2 + n % 2; length <= n; length += 2) {
		std::vector<long long> longer(n - length + 1);
		for (int i = 0; i + length <= n; i++) {
			int j = i + length - 1;
			long long left = coin[i] + std::min(best[i + 2], best[i + 1]);
			long long right = coin[j] + std::min(best[i + 1], best[i]);
			longer[i] = std::max(left, right);
		}
		best = longer;
	}
	std::cout << best[0] << ' ' << sum - best[0] << '\n';
}
