/* SPDX-License-Identifier: MIT */
#include "token.h"

#include <inttypes.h>
#include <string.h>

uint64_t as_api_token_parse(const char *token, const char *feed)
{
	const char *number = token + AS_API_FEED_HEX + 1;
	uint64_t count = 0;

	if (strncmp(token, feed, AS_API_FEED_HEX) != 0 || token[AS_API_FEED_HEX] != '-' ||
		*number == '0' || as_count_parse(number, 1, INT64_MAX, &count, NULL))
		return 0;
	return count;
}

void as_api_token_write(const char *feed, uint64_t count, char *token, size_t size)
{
	snprintf(token, size, "%.*s-%" PRIu64, AS_API_FEED_HEX, feed, count);
}
