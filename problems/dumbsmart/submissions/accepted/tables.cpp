// Two textbook tables, filled by the start of the interval from the right end on.
#include <algorithm>
#include <iostream>
#include <vector>

using Table = std::vector<std::vector<long long>>;

int main()
{
	int cases;
	std::cin >> cases;
	while (cases--) {
		int n;
		std::cin >> n;
		std::vector<long long> coin(n), sum(n + 1);
		for (int i = 0; i < n; i++) {
			std::cin >> coin[i];
			sum[i + 1] = sum[i] + coin[i];
		}
		// Of coins i to j - 1.
		Table smart(n + 1, std::vector<long long>(n + 1)), dumb = smart;
		for (int i = n - 1; i >= 0; i--)
			for (int j = i + 1; j <= n; j++) {
				smart[i][j] = sum[j] - sum[i] -
					      std::min(smart[i + 1][j], smart[i][j - 1]);
				dumb[i][j] = (n - (j - i)) % 2 == 0
						     ? std::max(coin[i] + dumb[i + 1][j],
							       coin[j - 1] + dumb[i][j - 1])
						     : std::max(dumb[i + 1][j], dumb[i][j - 1]);
			}
		std::cout << dumb[0][n] << ' ' << smart[0][n] << '\n';
	}
}
