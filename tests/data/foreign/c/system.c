// expect: SV exec
#include <stdlib.h>
int main(void)
{
	return system("echo 6");
}
