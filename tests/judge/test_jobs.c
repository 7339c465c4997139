/* SPDX-License-Identifier: MIT */
/* Jobs of an engine, with real programs in the real sandbox: packages, results, cancelling. */
#include "judging.h"
#include "package_case.h"
#include "queue.h"
#include "support/skip.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(jobs, .timeout = 600);

#define ECHO "#include <stdio.h>\nint main(void){int c;while((c=getchar())!=EOF)putchar(c);}\n"
#define SILENT "int main(void){}\n"
#define FOR_EVER "int main(void){for(;;);}\n"
/* Keeps the compiler busy for longer than the test runs. */
#define LONG_TO_COMPILE                                                                            \
	"template<int a,int b>struct f{static const int v=f<a-1,b>::v+f<a-1,b+a>::v;};"            \
	"template<int b>struct f<0,b>{static const int v=b;};"                                     \
	"int main(){return f<24,1>::v;}\n"

struct setting {
	struct package_folder folders[2];
	struct as_package *packages[2];
	struct as_languages *languages;
	struct as_engine *engine;
	struct as_open_package *opened[2];
	char cache_dir[64];
};

static void write_text(const struct package_folder *folder, const char *path, const char *text)
{
	package_folder_write(folder, path, text, strlen(text));
}

static void write_tests(const struct package_folder *folder, const char *answer)
{
	char path[64];

	for (int i = 1; i <= 3; i++) {
		snprintf(path, sizeof(path), "data/secret/%d.in", i);
		write_text(folder, path, "1\n");
		snprintf(path, sizeof(path), "data/secret/%d.ans", i);
		write_text(folder, path, answer);
	}
}

static void close_setting(struct setting *setting)
{
	for (size_t i = 0; i < 2; i++)
		as_engine_package_close(setting->opened[i]);
	as_engine_close(setting->engine);
	for (size_t i = 0; i < 2; i++) {
		as_package_close(setting->packages[i]);
		package_folder_remove(&setting->folders[i]);
	}
	as_languages_close(setting->languages);
	as_dir_remove(AT_FDCWD, setting->cache_dir, NULL);
}
#define AUTO_SETTING AS_AUTO(close_setting) struct setting

/* Two packages: the first expects its input back; the second has a validator, which expects a 2. */
static void open_setting(struct setting *setting, unsigned workers)
{
	struct as_error error = {0};

	*setting = (struct setting){.cache_dir = "/tmp/assay-test-jobs-XXXXXX"};
	cr_assert(mkdtemp(setting->cache_dir));
	setting->languages = as_languages_open(NULL, &error);
	for (size_t i = 0; i < 2; i++) {
		setting->folders[i] = package_folder_make("");
		write_tests(&setting->folders[i], i == 0 ? "1\n" : "2\n");
	}
	write_text(&setting->folders[1], "output_validator/v.py",
		"import sys\nsys.exit(42 if sys.stdin.read().strip() == '2' else 43)\n");
	for (size_t i = 0; i < 2; i++)
		setting->packages[i] = open_good(setting->folders[i].path);
	const struct as_engine_config config = {.languages = setting->languages,
		.cache_dir = setting->cache_dir,
		.workers = workers};
	setting->engine = as_engine_open(&config, &error);
	cr_assert_not_null(setting->engine, "%s", error.text);
	for (size_t i = 0; i < 2; i++) {
		setting->opened[i] =
			as_engine_package_open(setting->engine, setting->packages[i], &error);
		cr_assert_not_null(setting->opened[i], "%s", error.text);
	}
}

static struct as_job *submit(const struct setting *setting, size_t package, const char *name,
	const char *source, struct as_job_order order)
{
	struct as_error error = {0};
	char path[256];

	write_text(&setting->folders[package], name, source);
	snprintf(path, sizeof(path), "%s/%s", setting->folders[package].path, name);
	order.package = setting->opened[package];
	order.submission.path = path;
	struct as_job *job = as_engine_submit(setting->engine, &order, &error);
	cr_assert_not_null(job, "%s", error.text);
	return job;
}

/* Skips the test if this machine cannot judge. */
static void wait_for(struct setting *setting, struct as_job *job, struct as_result *result)
{
	struct as_error error = {0};
	int failed = as_engine_wait(job, result, &error);

	as_job_free(job);
	if (failed && error.kind == AS_ERROR_MACHINE)
		close_setting(setting);
	skip_unless(!failed || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	cr_assert_not(failed, "%s", error.text);
}

static void expect_verdicts(
	struct as_result *results, const enum as_verdict *verdicts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		cr_expect_eq(results[i].verdict, verdicts[i], "%zu: %s", i,
			as_verdict_name(results[i].verdict));
		as_result_clear(&results[i]);
	}
}

static const enum as_verdict four_verdicts[] = {
	AS_VERDICT_AC, AS_VERDICT_WA, AS_VERDICT_WA, AS_VERDICT_AC};

static void submit_four(const struct setting *setting, struct as_job *jobs[4])
{
	const struct as_job_order order = {0};

	jobs[0] = submit(setting, 0, "echo.c", ECHO, order);
	jobs[1] = submit(setting, 1, "echo.c", ECHO, order);
	jobs[2] = submit(setting, 0, "two.py", "print(2)\n", order);
	jobs[3] = submit(setting, 1, "two.py", "print(2)\n", order);
}

Test(jobs, of_two_packages_have_the_same_results_concurrently)
{
	for (unsigned workers = 1; workers <= 2; workers++) {
		AUTO_SETTING setting;
		struct as_job *jobs[4];
		struct as_result results[4];
		open_setting(&setting, workers);
		submit_four(&setting, jobs);
		for (size_t i = 0; i < 4; i++)
			wait_for(&setting, jobs[i], &results[i]);
		expect_verdicts(results, four_verdicts, 4);
	}
}

/* ---- requests ---- */

struct told {
	char text[256];
	bool is_finished;
};

static void on_compiled(void *context, enum as_verdict verdict)
{
	struct told *told = context;

	strcat(strcat(told->text, as_verdict_name(verdict)), " ");
}

static void on_test(void *context, const struct as_job_test *test)
{
	struct told *told = context;

	strcat(strcat(told->text, test->name), " ");
}

static void on_finished(void *context, const struct as_result *result, const struct as_error *error)
{
	struct told *told = context;

	(void)error;
	strcat(told->text, result ? as_verdict_name(result->verdict) : "failed");
}

static void expect_callbacks(
	struct setting *setting, struct as_job_order order, const char *expected)
{
	struct told told = {.text = ""};
	struct as_result result;

	order.calls = (struct as_job_calls){on_compiled, on_test, on_finished, &told};
	wait_for(setting, submit(setting, 0, "silent.c", SILENT, order), &result);
	as_result_clear(&result);
	cr_expect_str_eq(told.text, expected, "%s", told.text);
}

Test(jobs, callbacks_report_the_compilation_each_test_and_the_end)
{
	AUTO_SETTING setting;

	open_setting(&setting, 1);
	expect_callbacks(&setting, (struct as_job_order){0}, "AC secret/1 WA");
	expect_callbacks(&setting, (struct as_job_order){.run_all = true},
		"AC secret/1 secret/2 secret/3 WA");
	expect_callbacks(&setting, (struct as_job_order){.test = "secret/2"}, "AC secret/2 WA");
	expect_callbacks(&setting, (struct as_job_order){.group = "secret"},
		"AC secret/1 secret/2 secret/3 WA");
}

Test(jobs, are_run_by_at_most_as_many_workers_as_cores)
{
	AUTO_SETTING setting;

	open_setting(&setting, 1000);
	const unsigned workers = as_engine_settings(setting.engine)->workers;
	cr_expect_geq(workers, 1);
	cr_expect_leq(workers, (unsigned)sysconf(_SC_NPROCESSORS_CONF));
}

Test(jobs, may_have_a_time_limit_of_their_own)
{
	AUTO_SETTING setting;
	const struct as_job_order order = {
		.time_limit_ns = 50000000, .test = "secret/1", .reruns = AS_RERUNS_NONE};
	struct as_result result;

	open_setting(&setting, 1);
	wait_for(&setting, submit(&setting, 0, "ever.c", FOR_EVER, order), &result);
	cr_expect_eq(result.verdict, AS_VERDICT_TLE);
	cr_expect_eq(result.limits.cpu_time_ns, 50000000);
	as_result_clear(&result);
}

/* Its source is removed: it is not compiled again. */
static void expect_judged_again(struct setting *setting, struct as_compiled *compiled)
{
	const struct as_job_order order = {.package = setting->opened[0], .compiled = compiled};
	struct as_error error = {0};
	struct as_job *jobs[2];
	struct as_result result;

	cr_assert_not_null(compiled);
	cr_expect_eq(as_compiled_verdict(compiled), AS_VERDICT_AC);
	for (size_t i = 0; i < 2; i++)
		jobs[i] = as_engine_submit(setting->engine, &order, &error);
	as_compiled_free(compiled);
	for (size_t i = 0; i < 2; i++) {
		wait_for(setting, jobs[i], &result);
		cr_expect_eq(result.verdict, AS_VERDICT_AC);
		as_result_clear(&result);
	}
}

static void remove_source(const struct setting *setting)
{
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/echo.c", setting->folders[0].path);

	cr_assert_eq(unlink(path), 0);
}

Test(jobs, may_judge_a_submission_compiled_by_another_job)
{
	AUTO_SETTING setting;
	struct as_result result;

	open_setting(&setting, 2);
	struct as_job *job =
		submit(&setting, 0, "echo.c", ECHO, (struct as_job_order){.keep_compiled = true});
	struct as_compiled *compiled = as_job_compiled(job);
	wait_for(&setting, job, &result);
	as_result_clear(&result);
	remove_source(&setting);
	expect_judged_again(&setting, compiled);
}

Test(jobs, may_judge_a_submission_compiled_before)
{
	AUTO_SETTING setting;
	struct as_error error = {0};

	open_setting(&setting, 1);
	write_text(&setting.folders[0], "echo.c", ECHO);
	AS_AUTO_FREE char *path = as_text_format(NULL, "%s/echo.c", setting.folders[0].path);
	struct as_compiled *compiled = as_engine_compile(
		setting.opened[0], &(struct as_submission){.path = path}, NULL, &error);
	if (!compiled && error.kind == AS_ERROR_MACHINE)
		close_setting(&setting);
	skip_unless(compiled || error.kind != AS_ERROR_MACHINE, "namespaces", error.text);
	remove_source(&setting);
	expect_judged_again(&setting, compiled);
	cr_expect_null(as_engine_compile(
		setting.opened[0], &(struct as_submission){.path = path}, NULL, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
}

Test(jobs, of_an_unknown_group_get_a_suggestion)
{
	AUTO_SETTING setting;
	struct as_error error = {0};

	open_setting(&setting, 1);
	const struct as_job_order order = {
		.package = setting.opened[0], .submission.path = "a.c", .group = "secrets"};
	cr_expect_null(as_engine_submit(setting.engine, &order, &error));
	cr_expect_eq(error.kind, AS_ERROR_USAGE);
	AS_AUTO_FREE char *expected = as_text_format(NULL,
		"unknown group 'secrets'; did you mean 'secret'? the last group of %s is secret",
		setting.packages[0]->short_name);
	cr_expect_str_eq(error.text, expected);
}

/* ---- cancelling ---- */

static size_t count_work(const struct setting *setting)
{
	AS_AUTO_NAMES char **names =
		as_dir_list(as_workshop_work_fd(setting->engine->workshop), 1000, NULL);
	size_t count = 0;

	while (names && names[count])
		count++;
	return count;
}

static void wait_until_running(const struct setting *setting)
{
	for (bool runs = false; !runs; usleep(1000)) {
		pthread_mutex_lock(&setting->engine->lock);
		runs = setting->engine->first && setting->engine->first->schedule.running_count > 0;
		pthread_mutex_unlock(&setting->engine->lock);
	}
}

/* The job is cancelled, and the engine does another one afterwards. */
static void expect_cancelled(struct setting *setting, struct as_job *job, size_t work_count)
{
	struct as_error error = {0};
	struct as_result result;

	as_engine_cancel(job);
	cr_expect_eq(as_engine_wait(job, &result, &error), -1);
	cr_expect_str_eq(error.text, "interrupted");
	as_job_free(job);
	cr_expect_eq(count_work(setting), work_count, "%zu entries", count_work(setting));
	wait_for(setting, submit(setting, 0, "echo.c", ECHO, (struct as_job_order){0}), &result);
	cr_expect_eq(result.verdict, AS_VERDICT_AC);
	as_result_clear(&result);
}

Test(jobs, that_are_cancelled_while_they_run_leave_nothing)
{
	AUTO_SETTING setting;
	const struct as_job_order order = {.time_limit_ns = INT64_C(600000000000)};
	struct as_result result;

	open_setting(&setting, 1);
	wait_for(&setting, submit(&setting, 0, "echo.c", ECHO, (struct as_job_order){0}), &result);
	as_result_clear(&result);
	size_t count = count_work(&setting);
	struct as_job *job = submit(&setting, 0, "ever.c", FOR_EVER, order);
	wait_until_running(&setting);
	expect_cancelled(&setting, job, count);
}

Test(jobs, that_are_cancelled_while_they_are_compiled_leave_nothing)
{
	AUTO_SETTING setting;
	struct as_result result;

	open_setting(&setting, 1);
	wait_for(&setting, submit(&setting, 0, "echo.c", ECHO, (struct as_job_order){0}), &result);
	as_result_clear(&result);
	size_t count = count_work(&setting);
	struct as_job *job =
		submit(&setting, 0, "long.cpp", LONG_TO_COMPILE, (struct as_job_order){0});
	while (count_work(&setting) == count)
		usleep(1000);
	expect_cancelled(&setting, job, count);
}
