// Wrong: replaces a total below 0 by 0, as if a player could pass. Rows without negative values are
// played correctly.
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
	std::vector<long long> sum(n + 1);
	for (int i = 0; i < n; i++)
		sum[i + 1] = sum[i] + coin[i];
	// best[i][j]: the total of the player to move on the coins i to j - 1.
	std::vector<std::vector<long long>> best(n + 1, std::vector<long long>(n + 1));
	for (int i = n - 1; i >= 0; i--)
		for (int j = i + 1; j <= n; j++)
			best[i][j] = std::max(
				0LL, sum[j] - sum[i] - std::min(best[i + 1][j], best[i][j - 1]));
	int i = 0, j = n;
	while (i < j) {
		if (best[i + 1][j] <= best[i][j - 1]) {
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
