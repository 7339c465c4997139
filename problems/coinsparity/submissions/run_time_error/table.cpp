// Crashes: the optimal game from a full table. 100,000 x 100,000 numbers take 80 GB; the memory
// limit is 256 MiB.
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
	std::vector<std::vector<long long>> lead(n + 1);
	for (int i = n; i >= 0; i--) {
		lead[i].resize(n + 1);
		for (int j = i + 1; j <= n; j++)
			lead[i][j] =
				std::max(coin[i] - lead[i + 1][j], coin[j - 1] - lead[i][j - 1]);
	}
	char answer;
	for (int left = 0, right = n; left < right; answer == 'L' ? left++ : right--) {
		if (coin[left] - lead[left + 1][right] >= coin[right - 1] - lead[left][right - 1]) {
			std::cout << 'L' << std::endl;
			left++;
		} else {
			std::cout << 'R' << std::endl;
			right--;
		}
		std::cin >> answer;
	}
}
