/* Wrong: writes bytes that are not text, without a newline. */
#include <stdio.h>

int main(void)
{
	for (int i = 0; i < 100000; i++)
		putchar(i % 2 ? 0 : 0xFF);
	return 0;
}
