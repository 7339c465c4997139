#include <pthread.h>
#include <stdio.h>

static int numbers[100000], n;
static long sums[2];

static void *add(void *argument)
{
	long which = (long)argument;

	for (int i = (int)which; i < n; i += 2)
		sums[which] += numbers[i];
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%d", &numbers[i]) != 1)
			return 1;
	for (long i = 0; i < 2; i++)
		if (pthread_create(&threads[i], NULL, add, (void *)i))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", sums[0] + sums[1]);
}
