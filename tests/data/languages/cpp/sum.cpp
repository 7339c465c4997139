#include <bits/stdc++.h>

int main()
{
	int n, x;
	long sum = 0;
	std::cin >> n;
	while (n-- > 0 && std::cin >> x)
		sum += x;
	std::cout << sum << '\n';
}
