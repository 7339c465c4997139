/* SPDX-License-Identifier: MIT */
/* A failed test on a person's page: what happened, and the data of the test. */
#include "state.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

/* Larger answers are not compared. */
#define MAX_ANSWER_BYTES (UINT64_C(64) << 20)
/* Bytes of an input that are read: more than are shown. */
#define INPUT_BYTES 65536

/* ---- what happened ---- */

static void write_end(FILE *out, const struct as_result_test *test)
{
	const char *signal = test->signal ? sigabbrev_np(test->signal) : NULL;

	if (signal)
		fprintf(out, "; ended by SIG%s", signal);
	else if (test->signal)
		fprintf(out, "; ended by signal %d", test->signal);
	else if (test->exit_code > 0)
		fprintf(out, "; exit status %d", test->exit_code);
	if (test->reason) {
		fputs(" (", out);
		as_html_name(out, test->reason);
		fputc(')', out);
	}
}

static void write_message(FILE *out, const char *label, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(out, "<p class=\"message\"><b>%s</b> ", label);
	as_html_untrusted(out, text, strlen(text), 2000, AS_HTML_BLOCK);
	fputs("</p>", out);
}

static void write_usage(const struct as_person_page *page, const struct as_result_test *test,
	const struct as_page_median *median)
{
	const struct as_page_cell cell = as_page_cell_of(test);
	FILE *out = page->out;

	if (!cell.is_known)
		return;
	fputs("<p class=\"usage\">Time ", out);
	as_html_time(out, cell.time_ns);
	fputs(", memory ", out);
	as_html_bytes(out, cell.memory_bytes);
	if (median && median->is_known) {
		fputs("; the class' median of accepted runs, in all languages: ", out);
		as_html_time(out, median->time_ns);
		fputs(", ", out);
		as_html_bytes(out, median->memory_bytes);
	}
	fputs(".</p>", out);
}

/* ---- its data ---- */

struct data {
	struct as_bytes input, answer, output;
	uint64_t input_bytes; /* of the whole file */
	bool has_answer;      /* false: too large, or an interaction */
	bool has_output;      /* false: not known */
};
static void data_clear(struct data *data)
{
	as_bytes_clear(&data->input);
	as_bytes_clear(&data->answer);
	as_bytes_clear(&data->output);
}

static int read_input(const struct as_package *package, const struct as_test *test,
	struct data *data, struct as_error *error)
{
	AS_AUTO_FD int fd = as_file_open(package->tree.fd, test->input_path, error);
	if (fd < 0)
		return -1;
	const off_t size = lseek(fd, 0, SEEK_END);
	data->input.data = malloc(INPUT_BYTES + 1);
	if (!data->input.data)
		return as_error_no_memory(error);
	const ssize_t count = pread(fd, data->input.data, INPUT_BYTES, 0);
	if (size < 0 || count < 0)
		return as_tree_error(&package->tree, test->input_path, error, "cannot be read");
	data->input.size = (size_t)count;
	data->input_bytes = (uint64_t)size;
	return 0;
}

static int read_answer(const struct as_package *package, const struct as_test *test,
	struct data *data, struct as_error *error)
{
	struct as_error why = {0};

	if (package->interactive)
		return 0;
	data->has_answer = as_file_read(package->tree.fd, test->answer_path, MAX_ANSWER_BYTES,
				   &data->answer, &why) == 0;
	return data->has_answer || why.sys_errno == EFBIG
		       ? 0
		       : as_error_pass(error, &why, why.where, "%s", why.text);
}

static int read_output(const struct as_person_page *page, size_t package,
	const struct as_result_test *test, struct data *data, struct as_error *error)
{
	const struct as_pages_config *config = &page->pages->config;

	if (!config->output || config->packages[package]->interactive)
		return 0;
	const int known = config->output(
		config->output_context, page->index, package, test, &data->output, error);
	data->has_output = known > 0;
	return known < 0 ? -1 : 0;
}

static int read_data(const struct as_person_page *page, size_t package, const struct as_test *test,
	const struct as_result_test *judged, struct data *data, struct as_error *error)
{
	const struct as_package *model = page->pages->config.packages[package];

	if (read_input(model, test, data, error) || read_answer(model, test, data, error) ||
		as_package_check_test(model, test, error))
		return -1;
	return read_output(page, package, judged, data, error);
}

static void write_text(FILE *out, const char *label, const struct as_bytes *text, uint64_t bytes)
{
	fprintf(out, "<h4>%s</h4>", label);
	as_page_write_text(out, text->data ? text->data : "", text->size, bytes);
}

/* ---- how they are shown ---- */

static void write_outputs(FILE *out, const struct as_package *package, const struct as_test *test,
	const struct data *data)
{
	if (data->has_answer && data->has_output) {
		fputs("<h4>Expected output and yours</h4>", out);
		if (package->output_validators)
			fputs("<p class=\"sub\">The expected output is one of the right ones.</p>",
				out);
		as_page_write_diff(out, &data->answer, &data->output, &test->check_flags);
		return;
	}
	if (data->has_answer)
		write_text(out, "Expected output", &data->answer, data->answer.size);
	else if (!package->interactive)
		fputs("<p class=\"cut\">The expected output is too large to be shown.</p>", out);
	if (data->has_output)
		write_text(out, "Your output", &data->output, data->output.size);
	else if (!package->interactive)
		fputs("<p class=\"cut\">Your output was not kept.</p>", out);
}

static void write_data(FILE *out, const struct as_package *package, const struct as_test *test,
	const struct as_result_test *judged, const struct data *data)
{
	write_text(out, "Input", &data->input, data->input_bytes);
	write_outputs(out, package, test, data);
	if (!judged->transcript)
		return;
	fputs("<h4>Interaction</h4>", out);
	as_page_write_text(
		out, judged->transcript, strlen(judged->transcript), strlen(judged->transcript));
}

static int write_failure(const struct as_person_page *page, size_t package, bool is_first,
	const struct as_result_test *test, struct as_error *error)
{
	const struct as_package *model = page->pages->config.packages[package];
	const size_t index = as_page_test_index(model, test->name, 0);
	AS_AUTO(data_clear) struct data data = {0};
	const struct as_page_median *median = NULL;
	FILE *out = page->out;

	if (index != SIZE_MAX) {
		median = as_page_median_of(page->pages, package, index, error);
		if (!median || read_data(page, package, &model->tests[index], test, &data, error))
			return -1;
	}
	fprintf(out, "<div class=\"card failure\"><h3>%s: ",
		is_first ? "First failed test" : "Failed test");
	as_html_name(out, test->name);
	fprintf(out, "</h3><p><span class=\"key %s\">%s</span> %s", as_verdict_name(test->verdict),
		as_verdict_name(test->verdict), as_verdict_words(test->verdict));
	write_end(out, test);
	fputs("</p>", out);
	/* The scheme shows the data of the test and the message of the output check, but not a
	 * message that the package's validator writes for setters only. */
	write_message(out, "Mistake:", test->sight.feedback_is_secret ? NULL : test->feedback);
	write_message(out, "Message:", test->team_message);
	write_message(out, "Hint:", test->hint);
	write_usage(page, test, median);
	if (index != SIZE_MAX)
		write_data(out, model, &model->tests[index], test, &data);
	fputs("</div>", out);
	return 0;
}

int as_page_person_failures(const struct as_person_page *page, const struct as_item *item,
	const struct as_result *result, struct as_error *error)
{
	const struct as_result_test *failures[AS_PAGE_MAX_FAILURES];
	const size_t count = as_page_failures(item, result, failures);

	for (size_t i = 0; i < count && i < AS_PAGE_MAX_FAILURES; i++)
		if (write_failure(page, item->package, i == 0, failures[i], error))
			return -1;
	if (count > AS_PAGE_MAX_FAILURES)
		fprintf(page->out,
			"<p class=\"cut\">The data of %zu more failed tests is not shown.</p>",
			count - AS_PAGE_MAX_FAILURES);
	return 0;
}
