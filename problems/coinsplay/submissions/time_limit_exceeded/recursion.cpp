// Slow: correct, but plain recursion makes 2^n calls.
#include <algorithm>
#include <iostream>
#include <vector>

static std::vector<long long> coin;

static long long lead(int i, int j)
{
	return i == j ? 0 : std::max(coin[i] - lead(i + 1, j), coin[j - 1] - lead(i, j - 1));
}

int main()
{
	int n;
	std::cin >> n;
	coin.resize(n);
	for (auto &c : coin)
		std::cin >> c;
	int i = 0, j = n;
	while (i < j) {
		if (coin[i] - lead(i + 1, j) >= coin[j - 1] - lead(i, j - 1)) {
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
