/* SPDX-License-Identifier: MIT */
/* Tokens of the feed: "FEED-COUNT": the name of the feed, and the number of lines. */
#ifndef ASSAY_CONTEST_API_TOKEN_H
#define ASSAY_CONTEST_API_TOKEN_H

#include <assay/base.h>

#define AS_API_FEED_HEX 16 /* digits of a feed's name */

/* Returns the number of lines of a token, or 0 if as_api_token_write did not make it for this feed.
 */
uint64_t as_api_token_parse(const char *token, const char *feed) AS_NONNULL(1, 2);
void as_api_token_write(const char *feed, uint64_t count, char *token, size_t size)
	AS_NONNULL(1, 3);

#endif
