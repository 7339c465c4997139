// Wrong: the helper always takes the end that the first player did not take.
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
	long long mine = 0;
	int i = 0, j = n - 1;
	for (; i < j; i++, j--)
		mine += std::max(coin[i], coin[j]);
	if (i == j)
		mine += coin[i];
	std::cout << mine << '\n';
}
