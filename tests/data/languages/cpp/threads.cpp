#include <iostream>
#include <thread>
#include <vector>

int main()
{
	int n;
	std::cin >> n;
	std::vector<int> numbers(n);
	for (int &x : numbers)
		std::cin >> x;
	long sums[2] = {0, 0};
	std::vector<std::thread> threads;
	for (int which = 0; which < 2; which++)
		threads.emplace_back([&, which] {
			for (int i = which; i < n; i += 2)
				sums[which] += numbers[i];
		});
	for (auto &thread : threads)
		thread.join();
	std::cout << sums[0] + sums[1] << '\n';
}
