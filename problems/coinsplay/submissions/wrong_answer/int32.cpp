// Wrong: leads of 32 bits. They are unsigned, so that overflow is defined and the wrong moves are
// the same everywhere.
#include <cstdint>
#include <iostream>
#include <vector>

static int32_t minus(long long a, int32_t b)
{
	return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
}

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin)
		std::cin >> c;
	// lead[i][j]: the lead of the player to move on the coins i to j - 1.
	std::vector<std::vector<int32_t>> lead(n + 1, std::vector<int32_t>(n + 1));
	for (int i = n - 1; i >= 0; i--)
		for (int j = i + 1; j <= n; j++) {
			int32_t left = minus(coin[i], lead[i + 1][j]);
			int32_t right = minus(coin[j - 1], lead[i][j - 1]);
			lead[i][j] = left > right ? left : right;
		}
	int i = 0, j = n;
	while (i < j) {
		if (minus(coin[i], lead[i + 1][j]) >= minus(coin[j - 1], lead[i][j - 1])) {
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
