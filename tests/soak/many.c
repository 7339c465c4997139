/* SPDX-License-Identifier: MIT */
/*
 * many COUNT: judges a submission to a package of 20,000 tests, with an output validator, in a
 * process that may have 1,024 descriptors open. The submission fails at test COUNT, so that many
 * are run. A plain program: it prints the counts, and its status says whether they are right.
 */
#include <assay/engine.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TEST_COUNT 20000
#define FEW_DESCRIPTORS 1024
/* An open engine with two concurrent runs has fewer. */
#define MAX_DESCRIPTORS 200

static const char yaml[] = "problem_format_version: 2025-09\nname: Many\n"
			   "uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n";
static const char validator[] =
	"#include <stdio.h>\nint main(int n,char**a){FILE*f=fopen(a[2],\"r\");int x,y;"
	"return f&&fscanf(f,\"%d\",&x)==1&&scanf(\"%d\",&y)==1&&x==y?42:43;}\n";

static struct {
	char folder[64];
	int folder_fd;
	long max_descriptors;
} many;

static void die(const char *what, const struct as_error *error)
{
	fprintf(stderr, "many: %s: %s\n", what, error->text);
	exit(1);
}

static void require(bool condition, const char *what, const struct as_error *error)
{
	if (!condition)
		die(what, error);
}

/* ---- the package ---- */

static void put(int dir_fd, const char *path, const char *text)
{
	struct as_error error = {0};
	AS_AUTO_FD int file = openat(dir_fd, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	require(file >= 0 && as_fd_write(file, text, strlen(text), &error) == 0, path, &error);
}

static void write_package(void)
{
	struct as_error error = {0};

	require(as_dir_make(many.folder_fd, "data/secret", 0755, &error) == 0 &&
			as_dir_make(many.folder_fd, "output_validator", 0755, &error) == 0,
		"folders", &error);
	put(many.folder_fd, "problem.yaml", yaml);
	put(many.folder_fd, "output_validator/v.c", validator);
	AS_AUTO_FD int secret = as_dir_open(many.folder_fd, "data/secret", &error);
	for (int i = 1; i <= TEST_COUNT; i++) {
		char path[32], text[16];
		snprintf(text, sizeof(text), "%d\n", i);
		snprintf(path, sizeof(path), "%05d.in", i);
		put(secret, path, text);
		snprintf(path, sizeof(path), "%05d.ans", i);
		put(secret, path, text);
	}
}

static void limit_descriptors(void)
{
	const struct rlimit few = {FEW_DESCRIPTORS, FEW_DESCRIPTORS};
	struct as_error error = {0};

	if (setrlimit(RLIMIT_NOFILE, &few))
		as_error_sys(&error, AS_ERROR_MACHINE, errno, "RLIMIT_NOFILE");
	require(error.kind == AS_ERROR_NONE, "cannot limit descriptors", &error);
}

/* ---- judging ---- */

static long count_descriptors(void)
{
	DIR *folder = opendir("/proc/self/fd");
	long count = 0;

	require(folder != NULL, "cannot count", &(struct as_error){.text = "/proc/self/fd"});
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

static void note_test(void *context, const struct as_job_test *test)
{
	const long count = count_descriptors();

	(void)context;
	(void)test;
	if (count > many.max_descriptors)
		many.max_descriptors = count;
}

/* `test` NULL: until the first failed test. */
static void judge(struct as_engine *engine, struct as_open_package *package, const char *source,
	const char *test, struct as_result *result)
{
	const struct as_memory_file file = {"most.c", source, strlen(source)};
	const struct as_job_order order = {.package = package,
		.submission = {.path = "most.c", .files = &file, .file_count = 1},
		.test = test,
		.calls.test = note_test};
	struct as_error error = {0};
	struct as_job *job = as_engine_submit(engine, &order, &error);

	require(job != NULL, "submit", &error);
	require(as_engine_wait(job, result, &error) == 0, "judge", &error);
	as_job_free(job);
}

static bool is_as_it_must_be(struct as_engine *engine, struct as_open_package *package, long count)
{
	AS_AUTO_FREE char *source = as_text_format(NULL,
		"#include <stdio.h>\nint main(void){int n;scanf(\"%%d\",&n);"
		"printf(\"%%d\\n\",n==%ld?0:n);}\n",
		count);
	struct as_result all, last;

	judge(engine, package, source, NULL, &all);
	judge(engine, package, source, "secret/20000", &last);
	printf("%zu tests: %s; the last one: %s; at most %ld descriptors\n", all.test_count,
		as_verdict_name(all.verdict), as_verdict_name(last.verdict), many.max_descriptors);
	bool is_right = all.verdict == AS_VERDICT_WA && all.test_count == (size_t)count &&
			last.verdict == (count == TEST_COUNT ? AS_VERDICT_WA : AS_VERDICT_AC) &&
			many.max_descriptors > 0 && many.max_descriptors <= MAX_DESCRIPTORS;
	as_result_clear(&all);
	as_result_clear(&last);
	return is_right;
}

static bool open_and_judge(long count)
{
	AS_AUTO_FREE char *cache_dir = as_text_format(NULL, "%s/cache", many.folder);
	struct as_error error = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);
	struct as_package *package = as_package_open(many.folder, NULL, &error);
	const struct as_engine_config config = {
		.languages = languages, .workers = 2, .cache_dir = cache_dir};
	struct as_engine *engine = package ? as_engine_open(&config, &error) : NULL;
	struct as_open_package *opened =
		engine ? as_engine_package_open(engine, package, &error) : NULL;

	require(opened != NULL, "open", &error);
	bool is_right = is_as_it_must_be(engine, opened, count);
	as_engine_package_close(opened);
	as_engine_close(engine);
	as_package_close(package);
	as_languages_close(languages);
	return is_right;
}

static void remove_folder(void)
{
	as_dir_remove(AT_FDCWD, many.folder, NULL);
}

int main(int count, char **words)
{
	const long tests = count == 2 ? strtol(words[1], NULL, 10) : 0;

	if (tests < 1 || tests > TEST_COUNT) {
		fprintf(stderr, "many: COUNT must be from 1 to %d\n", TEST_COUNT);
		return 2;
	}
	strcpy(many.folder, "/tmp/assay-soak-many.XXXXXX");
	if (!mkdtemp(many.folder) || atexit(remove_folder))
		return 1;
	many.folder_fd = open(many.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	write_package();
	limit_descriptors();
	const bool is_right = open_and_judge(tests);
	close(many.folder_fd);
	return is_right ? 0 : 1;
}
