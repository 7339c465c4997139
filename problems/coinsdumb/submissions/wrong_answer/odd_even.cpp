// Wrong: the better of all odd and all even places.
#include <algorithm>
#include <iostream>

int main()
{
	int n;
	std::cin >> n;
	long long sum[2] = {0, 0};
	for (int i = 0; i < n; i++) {
		long long v;
		std::cin >> v;
		sum[i % 2] += v;
	}
	std::cout << (n % 2 ? sum[0] : std::max(sum[0], sum[1])) << '\n';
}
