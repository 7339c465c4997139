/* SPDX-License-Identifier: MIT */
/*
 * bench_cases [SECONDS]: measures how many cases an engine judges in a second. The submission is a
 * C program that copies its input, a few bytes, with the default output check or a C validator.
 * With several threads each has a worker.
 */
#include <assay/engine.h>

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MAX_THREADS 8

static const char copy_source[] =
	"#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n";
static const char validator_source[] =
	"#include <stdio.h>\nint main(int n,char**a){FILE*f=fopen(a[1],\"r\");int x,y;"
	"return f&&fscanf(f,\"%d\",&x)==1&&scanf(\"%d\",&y)==1&&x==y?42:43;}\n";
static const char yaml[] = "problem_format_version: 2025-09\nname: Bench\n"
			   "uuid: 2f0c4d2e-8f4c-4c58-9c1c-0a3f6f2f5d02\n";

struct bench {
	struct as_open_package *opened;
	struct as_compiled *compiled;
	int64_t until_ns;
	size_t count;
	struct as_error error;
};

static int put(int dir_fd, const char *folder, const char *path, const char *text)
{
	if (as_dir_make(dir_fd, folder, 0755, NULL))
		return -1;
	return as_file_write(dir_fd, path, text, strlen(text), 0644, NULL);
}

static int write_package(int dir_fd, bool has_validator)
{
	if (put(dir_fd, "data/secret", "problem.yaml", yaml) ||
		put(dir_fd, "data/secret", "data/secret/1.in", "1\n") ||
		put(dir_fd, "data/secret", "data/secret/1.ans", "1\n"))
		return -1;
	return has_validator
		       ? put(dir_fd, "output_validator", "output_validator/v.c", validator_source)
		       : 0;
}

static void *run_cases(void *argument)
{
	const struct as_case order = {
		.input = "7\n", .input_size = 2, .answer = "7\n", .answer_size = 2};
	struct bench *bench = argument;

	while (as_now_ns() < bench->until_ns) {
		struct as_case_result result;
		if (as_engine_run_case(
			    bench->opened, bench->compiled, &order, &result, &bench->error))
			return NULL;
		bench->count += result.test.verdict == AS_VERDICT_AC;
		as_case_result_clear(&result);
	}
	return NULL;
}

static int measure(const struct bench *usual, unsigned thread_count, int64_t ns, const char *check)
{
	struct bench benches[MAX_THREADS];
	pthread_t threads[MAX_THREADS];
	size_t count = 0;
	const int64_t begin_ns = as_now_ns();

	for (unsigned i = 0; i < thread_count; i++) {
		benches[i] = *usual;
		benches[i].until_ns = begin_ns + ns;
		if (pthread_create(&threads[i], NULL, run_cases, &benches[i]))
			return -1;
	}
	for (unsigned i = 0; i < thread_count; i++) {
		pthread_join(threads[i], NULL);
		count += benches[i].count;
		if (benches[i].error.kind != AS_ERROR_NONE)
			fprintf(stderr, "%s\n", benches[i].error.text);
	}
	printf("| %s | %u | %.0f |\n", check, thread_count,
		(double)count * 1e9 / (double)(as_now_ns() - begin_ns));
	return count ? 0 : -1;
}

static int bench_check(struct as_engine *engine, const char *folder, int64_t ns, const char *check)
{
	const struct as_memory_file file = {"copy.c", copy_source, strlen(copy_source)};
	const struct as_submission submission = {.path = "copy.c", .files = &file, .file_count = 1};
	struct as_error error = {0};
	struct as_package *package = as_package_open(folder, NULL, &error);
	struct bench bench = {
		.opened = package ? as_engine_package_open(engine, package, &error) : NULL};
	int failed = -1;

	if (bench.opened)
		bench.compiled = as_engine_compile(bench.opened, &submission, NULL, &error);
	if (bench.compiled)
		failed = measure(&bench, 1, ns / 10, "warming up") ||
			 measure(&bench, 1, ns, check) || measure(&bench, 2, ns, check);
	if (error.kind != AS_ERROR_NONE)
		fprintf(stderr, "%s\n", error.text);
	as_compiled_free(bench.compiled);
	as_engine_package_close(bench.opened);
	as_package_close(package);
	return failed;
}

static int bench_both(const char *folder, int dir_fd, int64_t ns)
{
	struct as_error error = {0};
	struct as_languages *languages = as_languages_open(NULL, &error);
	const struct as_engine_config config = {.languages = languages, .workers = 2};
	struct as_engine *engine = as_engine_open(&config, &error);
	int failed = !engine || write_package(dir_fd, false) ||
		     bench_check(engine, folder, ns, "default check") ||
		     write_package(dir_fd, true) ||
		     bench_check(engine, folder, ns, "validator of C");

	if (!engine)
		fprintf(stderr, "%s\n", error.text);
	as_engine_close(engine);
	as_languages_close(languages);
	return failed;
}

int main(int count, char **words)
{
	char folder[] = "/tmp/assay-bench-cases.XXXXXX";
	const int64_t ns = (count > 1 ? atol(words[1]) : 10) * 1000000000;

	if (!mkdtemp(folder))
		return 5;
	AS_AUTO_FD int dir_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	printf("| a program that copies its input | threads | cases/s |\n|---|---|---|\n");
	int failed = bench_both(folder, dir_fd, ns);
	as_dir_remove(AT_FDCWD, folder, NULL);
	return failed ? 5 : 0;
}
