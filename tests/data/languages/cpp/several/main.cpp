#include "total.hpp"

#include <iostream>

int main()
{
	std::cout << total(std::cin) << '\n';
}
