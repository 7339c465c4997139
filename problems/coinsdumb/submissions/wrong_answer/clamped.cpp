// Wrong: replaces a total below 0 by 0, as if the first player could pass. Rows without negative
// values are solved correctly.
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
			bool mine = (n - length) % 2 == 0;
			best[i] = std::max({0LL, best[i + 1] + (mine ? coin[i] : 0),
				best[i] + (mine ? coin[i + length - 1] : 0)});
		}
	std::cout << best[0] << '\n';
}
