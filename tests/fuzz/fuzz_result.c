/* SPDX-License-Identifier: MIT */
/* The values of a stored result, with a valid digest: either damaged, or a result that is written
 * as the same bytes and has a document for every audience. */
#include <assay/engine.h>

#include <string.h>

#define NAME "assay-result/4\n"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* On the heap, so that a read past the end is detected. */
static char *make_record(const uint8_t *data, size_t size, size_t *record_size)
{
	const size_t head = strlen(NAME) + AS_DIGEST_HEX_SIZE;
	char *record = malloc(head + size);
	struct as_digest digest;

	if (!record)
		abort();
	as_digest_init(&digest);
	as_digest_add(&digest, NAME, strlen(NAME));
	as_digest_add(&digest, data, size);
	as_digest_end(&digest, record + strlen(NAME));
	memcpy(record, NAME, strlen(NAME));
	record[head - 1] = '\n';
	if (size)
		memcpy(record + head, data, size);
	*record_size = head + size;
	return record;
}

static void check_same(const struct as_result *result, const char *record, size_t size)
{
	AS_AUTO_BYTES struct as_bytes bytes = {0};

	if (as_result_write(result, &bytes, NULL) || bytes.size != size ||
		memcmp(bytes.data, record, size) != 0)
		abort();
}

static void check_document(const struct as_result *result, enum as_audience audience)
{
	AS_AUTO_JSON json_t *document = as_result_json(result, audience, NULL);
	AS_AUTO_FREE char *text = document ? json_dumps(document, JSON_COMPACT) : NULL;

	if (!text)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	AS_AUTO(as_result_clear) struct as_result result = {0};
	size_t record_size;
	AS_AUTO_FREE char *record = make_record(data, size, &record_size);

	if (as_result_read(record, record_size, &result, NULL) != 1)
		return 0;
	check_same(&result, record, record_size);
	check_document(&result, AS_AUDIENCE_SETTER);
	check_document(&result, AS_AUDIENCE_STUDENT);
	return 0;
}
