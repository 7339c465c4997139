// Wrong: the first player's moves are optimal, but the second player takes the larger end coin. The
// total on the first line is correct.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

int main()
{
	int n;
	long long sum = 0;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin) {
		std::cin >> c;
		sum += c;
	}
	std::vector<std::vector<long long>> lead(n, std::vector<long long>(n));
	for (int i = n - 1; i >= 0; i--)
		for (int j = i; j < n; j++)
			lead[i][j] = i == j ? coin[i]
					    : std::max(coin[i] - lead[i + 1][j],
						      coin[j] - lead[i][j - 1]);
	std::string moves;
	for (int i = 0, j = n - 1, turn = 0; i <= j; turn++) {
		bool left = i == j     ? true
			    : turn % 2 ? coin[i] >= coin[j]
				       : coin[i] - lead[i + 1][j] >= coin[j] - lead[i][j - 1];
		moves += left ? 'L' : 'R';
		left ? i++ : j--;
	}
	std::cout << (sum + lead[0][n - 1]) / 2 << '\n' << moves << '\n';
}
