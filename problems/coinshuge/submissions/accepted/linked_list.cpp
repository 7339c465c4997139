// Linear time without a stack: the coins are a linked list, and peaks are fused in any order. After
// a fusion, only the fused coin and its neighbours can become peaks. Slow input on purpose: plain
// cin.
#include <iostream>
#include <vector>

static std::vector<long long> value;
static std::vector<int> before, after;

static bool is_peak(int i)
{
	return before[i] >= 0 && after[i] >= 0 && value[before[i]] <= value[i] &&
	       value[i] >= value[after[i]];
}

int main()
{
	int n;
	std::cin >> n;
	value.resize(n);
	before.resize(n);
	after.resize(n);
	std::vector<int> todo;
	std::vector<bool> gone(n);
	long long sum = 0;
	for (int i = 0; i < n; i++) {
		std::cin >> value[i];
		sum += value[i];
		before[i] = i - 1;
		after[i] = i + 1 < n ? i + 1 : -1;
		todo.push_back(i);
	}
	while (!todo.empty()) {
		int i = todo.back();
		todo.pop_back();
		if (gone[i] || !is_peak(i))
			continue;
		int x = before[i], z = after[i];
		value[i] = value[x] - value[i] + value[z];
		gone[x] = gone[z] = true;
		before[i] = before[x];
		after[i] = after[z];
		if (before[i] >= 0) {
			after[before[i]] = i;
			todo.push_back(before[i]);
		}
		if (after[i] >= 0) {
			before[after[i]] = i;
			todo.push_back(after[i]);
		}
		todo.push_back(i);
	}
	int left = 0, right = n - 1;
	while (gone[left])
		left++;
	while (gone[right])
		right--;
	long long lead = 0, sign = 1;
	for (bool last = false; !last; sign = -sign) {
		last = left == right;
		if (value[left] > value[right]) {
			lead += sign * value[left];
			left = after[left];
		} else {
			lead += sign * value[right];
			right = before[right];
		}
	}
	std::cout << (sum + lead) / 2 << '\n';
}
