// Wrong: the linear algorithm at every turn, fusing only where a coin is larger than both its
// neighbours, so that it stalls on plateaus.
#include <iostream>
#include <vector>

static bool left_is_best(const std::vector<long long> &coin, int i, int j)
{
	std::vector<long long> stack;
	for (; i < j; i++) {
		long long z = coin[i];
		for (auto k = stack.size();
			k >= 2 && stack[k - 2] < stack[k - 1] && stack[k - 1] > z;
			k = stack.size()) {
			z += stack[k - 2] - stack[k - 1];
			stack.resize(k - 2);
		}
		stack.push_back(z);
	}
	return stack.front() >= stack.back();
}

int main()
{
	int n;
	std::cin >> n;
	std::vector<long long> coin(n);
	for (auto &c : coin)
		std::cin >> c;
	int i = 0, j = n;
	while (i < j) {
		if (left_is_best(coin, i, j)) {
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
