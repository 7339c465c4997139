// Wrong: replaces a total below 0 by 0, as if a player could pass. Rows without negative values are
// played correctly.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n), sum(n + 1);
	for (int i = 0; i < n; i++) {
		std::cin >> coin[i];
		sum[i + 1] = sum[i] + coin[i];
	}
	std::vector<std::vector<long long>> best(n + 1, std::vector<long long>(n + 1, 0));
	for (int i = n - 1; i >= 0; i--) {
		best[i][i] = std::max(0LL, coin[i]);
		for (int j = i + 1; j < n; j++)
			best[i][j] = std::max(0LL,
				sum[j + 1] - sum[i] - std::min(best[i + 1][j], best[i][j - 1]));
	}
	std::cout << best[0][n - 1] << '\n';
	for (int i = 0, j = n - 1; i <= j;)
		if (i == j || best[i + 1][j] <= best[i][j - 1]) {
			std::cout << 'L';
			i++;
		} else {
			std::cout << 'R';
			j--;
		}
	std::cout << '\n';
}
