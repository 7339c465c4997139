/* SPDX-License-Identifier: MIT */
/* A Checktestdata script of arbitrary bytes, and after a NUL an input. The script reads the input,
 * and makes inputs by a few tapes. Each tape makes an input, which its record reproduces, or fails
 * with a reason. */
#include <assay/shrink.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(int failed, const struct as_error *error)
{
	if (failed != (error->kind != AS_ERROR_NONE ? -1 : 0) || strchr(error->text, '\n'))
		abort();
}

static void check_reading(const struct as_ctd *ctd, const char *input, size_t size)
{
	struct as_ctd_check_request request = {.input = input, .size = size, .max_steps = 100000};
	struct as_error error = {0};
	char reason[300];
	bool accepted = true;

	for (int lenient = 0; lenient < 2; lenient++) {
		request.is_lenient = lenient;
		error = (struct as_error){0};
		int failed = as_ctd_check(ctd, &request, &accepted, reason, sizeof(reason), &error);
		check_error(failed, &error);
		if (!failed && (accepted != !*reason || strchr(reason, '\n')))
			abort();
	}
}

static void check_generating(const struct as_ctd *ctd, uint64_t seed)
{
	const struct as_tape tape = {
		.rest = seed ? AS_TAPE_RANDOM : AS_TAPE_SIMPLEST, .seed = seed, .max = seed * 3};
	AS_AUTO_TAPE struct as_tape record = {0}, again = {0};
	AS_AUTO_BYTES struct as_bytes out = {0}, same = {0};
	struct as_error error = {0};
	int failed = as_ctd_generate(ctd, &tape, &out, &record, &error);

	check_error(failed, &error);
	if (failed)
		return;
	if (as_ctd_generate(ctd, &record, &same, &again, NULL) || out.size != same.size ||
		memcmp(out.data, same.data, out.size) != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct as_error error = {0};
	const char *text = (const char *)data;
	size_t script_size = strnlen(text, size);
	size_t rest = script_size < size ? script_size + 1 : size;
	AS_AUTO_CTD struct as_ctd *ctd = as_ctd_parse("fuzz", text, script_size, &error);

	check_error(ctd ? 0 : -1, &error);
	if (ctd)
		check_reading(ctd, text + rest, size - rest);
	for (uint64_t seed = 0; ctd && seed < 3; seed++)
		check_generating(ctd, seed);
	return 0;
}
