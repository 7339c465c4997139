// Wrong: a single coin always goes to the first player. For even n the helper takes the last coin;
// for odd n the program is correct.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n), best;
	for (auto &c : coin)
		std::cin >> c;
	best = coin;
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++) {
			bool mine = (n - length) % 2 == 0;
			best[i] = std::max(best[i + 1] + (mine ? coin[i] : 0),
				best[i] + (mine ? coin[i + length - 1] : 0));
		}
	std::cout << best[0] << '\n';
}
