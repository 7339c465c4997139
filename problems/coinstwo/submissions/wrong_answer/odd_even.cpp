// Wrong: the better of all odd and all even pairs, a strategy that never loses for an even number
// of pairs but is not optimal. It is impossible for an odd number.
#include <algorithm>
#include <iostream>

int main()
{
	std::ios::sync_with_stdio(false);
	int n;
	std::cin >> n;
	long long sum[2] = {0, 0};
	for (int i = 0; i < n; i++) {
		long long v;
		std::cin >> v;
		sum[i / 2 % 2] += v;
	}
	std::cout << std::max(sum[0], sum[1]) << '\n';
}
