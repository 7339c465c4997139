// Wrong: the best play with an opponent that helps. The opponents do not.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin)
		std::cin >> c;
	// best[i][j]: my total of the coins i to j - 1 when I am to move.
	std::vector<std::vector<long long>> best(n + 1, std::vector<long long>(n + 1));
	auto rest = [&](int i, int j) {
		return i >= j ? 0 : std::max(best[i + 1][j], best[i][j - 1]);
	};
	for (int i = n - 1; i >= 0; i--)
		for (int j = i + 1; j <= n; j++)
			best[i][j] =
				std::max(coin[i] + rest(i + 1, j), coin[j - 1] + rest(i, j - 1));
	int i = 0, j = n;
	while (i < j) {
		if (coin[i] + rest(i + 1, j) >= coin[j - 1] + rest(i, j - 1)) {
			std::cout << 'L' << std::endl;
			i++;
		} else {
			std::cout << 'R' << std::endl;
			j--;
		}
		if (i == j)
			break;
		char answer;
		std::cin >> answer;
		if (answer == 'L')
			i++;
		else
			j--;
	}
}
