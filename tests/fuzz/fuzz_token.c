/* SPDX-License-Identifier: MIT */
/* A token of the event feed: valid only if it is the token of a number of lines. */
#include "token.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char feed[] = "0123456789abcdef";
	AS_AUTO_FREE char *token = strndup((const char *)data, size);
	char again[64];
	uint64_t count;

	if (!token)
		abort();
	count = as_api_token_parse(token, feed);
	if (count) {
		as_api_token_write(feed, count, again, sizeof(again));
		if (strcmp(token, again) != 0)
			abort();
	}
	return 0;
}
