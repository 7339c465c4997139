#include <string>
#include <vector>

int main()
{
	std::vector<std::string> parts;
	for (;;)
		parts.emplace_back(1 << 20, 'x');
}
