// Wrong: assumes that the first player moves if the number of remaining coins is even. That is
// correct only for even n.
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
			bool mine = length % 2 == 0;
			best[i] = std::max(best[i + 1] + (mine ? coin[i] : 0),
				best[i] + (mine ? coin[i + length - 1] : 0));
		}
	std::cout << best[0] << '\n';
}
