/* SPDX-License-Identifier: MIT */
/* Verifying several submissions at the same time. */
#include "package_case.h"
#include "support/skip.h"

#include <assay/verify.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#define WRONG_COUNT 16

static atomic_int inside;
static atomic_bool overlapped;
static atomic_uint told_count;

static void tell(void *context, const char *now)
{
	(void)context;
	if (atomic_fetch_add(&inside, 1) > 0)
		overlapped = true;
	told_count++;
	/* Long enough for the compilation to be reported before the first is judged. */
	usleep(strcmp(now, "compile") == 0 ? 50000 : 1000);
	inside--;
}

static void write_text(const struct package_folder *folder, const char *path, const char *text)
{
	package_folder_write(folder, path, text, strlen(text));
}

/* False: this machine cannot judge. */
static bool verify(const struct package_folder *folder, const struct as_languages *languages,
	const char *cache_dir, struct as_error *error)
{
	const struct as_engine_config engine_config = {
		.languages = languages, .cache_dir = cache_dir, .workers = 2};
	struct as_engine *engine = as_engine_open(&engine_config, error);
	const struct as_verify_config config = {.engine = engine, .progress = tell};
	struct as_package *package = as_package_open(folder->path, NULL, error);
	cr_assert(package && engine, "%s", error->text);
	struct as_verification verification;
	int failed = as_verify_package(package, &config, &verification, error);
	as_package_close(package);
	as_engine_close(engine);
	as_verification_clear(&verification);
	return !failed;
}

/* Cached results are reported while the others are compiled. */
Test(batch, progress_is_reported_one_call_at_a_time, .timeout = 120)
{
	char cache_dir[] = "/tmp/assay-test-batch-XXXXXX", path[64];
	struct package_folder folder = package_folder_make("");
	struct as_error error = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);

	cr_assert(mkdtemp(cache_dir) && languages, "%s", error.text);
	for (int i = 0; i < WRONG_COUNT; i++) {
		snprintf(path, sizeof(path), "submissions/wrong_answer/%d.py", i);
		write_text(&folder, path, "print(2)\n");
	}
	write_text(&folder, "submissions/accepted/a.py", "print(1)\n");
	bool can = verify(&folder, languages, cache_dir, &error);
	if (can) {
		told_count = 0;
		write_text(&folder, "submissions/accepted/a.py", "print(1) # again\n");
		cr_expect(verify(&folder, languages, cache_dir, &error), "%s", error.text);
		cr_expect_geq(told_count, 2 * (WRONG_COUNT + 1));
		cr_expect_not(overlapped);
	}
	as_languages_close(languages);
	package_folder_remove(&folder);
	as_dir_remove(AT_FDCWD, cache_dir, NULL);
	skip_unless(can || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert(can, "%s", error.text);
}
