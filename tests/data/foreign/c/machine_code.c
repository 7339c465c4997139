// expect: AC
// What is compiled is machine code already.
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
int main(void)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int (*six)(void);
	memcpy(at, "\xb8\x06\x00\x00\x00\xc3", 6);
	memcpy(&six, &at, sizeof(six));
	printf("%d\n", six());
}
