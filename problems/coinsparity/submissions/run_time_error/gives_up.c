/* Crashes: exits with status 1 after its first move. */
#include <stdio.h>

int main(void)
{
	puts("L");
	return 1;
}
