// Wrong: totals in `double`, which can represent them, but `<<` prints only six digits ("1e+12").
// Expected: WA in every group, 0 points.
#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<double> coin(n);
	double sum = 0;
	for (auto &c : coin) {
		std::cin >> c;
		sum += c;
	}
	std::vector<double> lead = coin;
	for (int length = 2; length <= n; length++)
		for (int i = 0; i + length <= n; i++)
			lead[i] = std::max(coin[i] - lead[i + 1], coin[i + length - 1] - lead[i]);
	std::cout << (sum + lead[0]) / 2 << ' ' << (sum - lead[0]) / 2 << '\n';
}
