/* SPDX-License-Identifier: MIT */
/* A Cookie header of any bytes: a value that is found is valid for a cookie. */
#include "decode.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO_FREE char *text = strndup((const char *)data, size);
	struct http_pairs pairs;

	if (!text || http_cookies_parse(&pairs, text, NULL))
		abort();
	for (size_t i = 0; i < pairs.count; i++) {
		const struct as_http_pair *pair = &pairs.items[i];
		if (!http_is_token(pair->name, strlen(pair->name)) ||
			!http_is_cookie_value(pair->value, strlen(pair->value)))
			abort();
		const char *found = http_cookies_get(&pairs, pair->name);
		if (found && found != pair->value)
			abort();
	}
	http_pairs_clear(&pairs);
	return 0;
}
