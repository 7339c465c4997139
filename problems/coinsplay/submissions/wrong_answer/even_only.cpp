// Wrong: the two-step table filled for even lengths only, so that moves on a row of odd length
// depend on zeros. Even rows are played correctly.
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
	std::vector<std::vector<long long>> best(n + 2, std::vector<long long>(n + 2));
	auto left = [&](int i, int j) {
		return coin[i] + (j - i < 2 ? 0 : std::min(best[i + 2][j], best[i + 1][j - 1]));
	};
	auto right = [&](int i, int j) {
		return coin[j - 1] + (j - i < 2 ? 0 : std::min(best[i + 1][j - 1], best[i][j - 2]));
	};
	for (int length = 2; length <= n; length += 2)
		for (int i = 0, j = length; j <= n; i++, j++)
			best[i][j] = std::max(left(i, j), right(i, j));
	int i = 0, j = n;
	while (i < j) {
		if (left(i, j) >= right(i, j)) {
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
