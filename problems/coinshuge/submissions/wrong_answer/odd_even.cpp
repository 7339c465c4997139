// Wrong: the better of all odd and all even places, a strategy that never loses for even n but is
// not optimal. It is impossible for odd n.
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
		sum[i % 2] += v;
	}
	std::cout << std::max(sum[0], sum[1]) << '\n';
}
