// SPDX-License-Identifier: MIT
// iostreams, exceptions, threads, and a vector that grows: MIB of it. Right: the sum of the input
// is printed, exit status 0, also where the vector ends just under the memory limit.
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static long sum_input()
{
	std::ios::sync_with_stdio(false);
	std::cin.tie(nullptr);
	long sum = 0;
	for (long value; std::cin >> value;)
		sum += value;
	return sum;
}

int main(int argc, char **argv)
{
	const std::size_t bytes = (argc > 1 ? std::stoul(argv[1]) : 1) << 20;
	std::vector<char> grown;
	long sum = 0;
	std::thread worker([&] { sum = sum_input(); });
	worker.join();
	while (grown.size() < bytes)
		grown.push_back(static_cast<char>(grown.size()));
	try {
		grown.at(bytes) = 1;
	} catch (const std::out_of_range &) {
		std::cout << sum << std::endl;
		return 0;
	}
	return 1;
}
