// Wrong: uses the absolute value of the difference, as if the first player were never behind.
// Expected: AC in group 2, where n is even, WA in the others, 20 points.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	long long sum = 0;
	for (auto &c : coin) {
		std::cin >> c;
		sum += c;
	}
	std::vector<long long> lead = coin;
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++)
			lead[i] = std::max(coin[i] - lead[i + 1], coin[i + length - 1] - lead[i]);
	long long difference = std::llabs(lead[0]);
	std::cout << (sum + difference) / 2 << ' ' << (sum - difference) / 2 << '\n';
}
