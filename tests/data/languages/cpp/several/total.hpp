#include <istream>

long total(std::istream &in);
