/* SPDX-License-Identifier: MIT */
/*
 * bench_split FILE...: documents of `assay strength --json`. The mutants of each document are split
 * into two random halves 100 times. The estimate of one half has an interval: how often does it
 * contain the share of the other half? The exit status is 1 if it is less often than 90 of 100.
 */
#include <assay/base/random.h>
#include <assay/matrix.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define SPLITS 100
#define WANTED 90

struct mutant {
	const char *submission; /* borrowed from the document */
	json_int_t line;
	bool passed;
};

static int compare_places(const void *one, const void *other)
{
	const struct mutant *a = one, *b = other;
	const int order = strcmp(a->submission, b->submission);

	return order ? order : (a->line > b->line) - (a->line < b->line);
}

/* Without the mutants that are no wrong programs, or were not judged. */
static size_t read_mutants(const json_t *document, struct mutant *mutants)
{
	size_t i, count = 0;
	json_t *value;

	json_array_foreach(json_object_get(document, "mutants"), i, value)
	{
		const char *state = json_string_value(json_object_get(value, "state"));
		const bool passed = strcmp(state, "survived") == 0 || strcmp(state, "gap") == 0;
		if (passed || strcmp(state, "killed") == 0)
			mutants[count++] =
				(struct mutant){.submission = json_string_value(
							json_object_get(value, "submission")),
					.line = json_integer_value(json_object_get(value, "line")),
					.passed = passed};
	}
	return count;
}

/* The first half is sorted by place, so that the mutants of a line stand together. */
static void split(struct mutant *mutants, size_t count, struct as_random *random)
{
	for (size_t left = count; left > 1; left--) {
		const size_t other = as_random_to(random, left - 1);
		const struct mutant kept = mutants[left - 1];
		mutants[left - 1] = mutants[other];
		mutants[other] = kept;
	}
	qsort(mutants, count / 2, sizeof(*mutants), compare_places);
}

static size_t find_families(
	const struct mutant *mutants, size_t count, struct as_matrix_family *families)
{
	size_t family_count = 0;

	for (size_t i = 0; i < count; i++) {
		if (i == 0 || compare_places(&mutants[i - 1], &mutants[i]) != 0)
			families[family_count++] = (struct as_matrix_family){0};
		families[family_count - 1].count++;
		families[family_count - 1].passed += mutants[i].passed;
	}
	return family_count;
}

static bool is_inside(struct mutant *mutants, size_t count, struct as_matrix_family *families,
	struct as_random *random)
{
	struct as_matrix_share share;
	const size_t half = count / 2;
	size_t passed = 0;

	split(mutants, count, random);
	if (as_matrix_estimate(
		    families, find_families(mutants, half, families), "split", &share, NULL))
		exit(3);
	for (size_t i = half; i < count; i++)
		passed += mutants[i].passed;
	const double other = (double)passed / (double)(count - half);
	return share.low <= other && other <= share.high;
}

/* One document. */
static unsigned measure(json_t *document)
{
	const size_t size = json_array_size(json_object_get(document, "mutants"));
	struct mutant *mutants = calloc(size + 1, sizeof(*mutants));
	struct as_matrix_family *families = calloc(size + 1, sizeof(*families));
	struct as_random random = as_random_of("splits", 0);
	unsigned inside = 0;
	size_t passed = 0;

	if (!mutants || !families)
		exit(3);
	const size_t count = read_mutants(document, mutants);
	for (size_t i = 0; i < count; i++)
		passed += mutants[i].passed;
	for (int i = 0; i < SPLITS && count > 1; i++)
		inside += is_inside(mutants, count, families, &random);
	printf("| %s | %zu | %.1f %% | %u |\n",
		json_string_value(json_object_get(document, "package")), count,
		count ? 100 * (double)passed / (double)count : 0, inside);
	free(mutants);
	free(families);
	return inside;
}

int main(int argc, char **argv)
{
	unsigned inside = 0;

	puts("| package | wrong mutants | pass all tests | intervals of 100 that contain the "
	     "other half's share |\n|---|---|---|---|");
	for (int i = 1; i < argc; i++) {
		json_error_t error;
		json_t *document = json_load_file(argv[i], 0, &error);
		if (!document) {
			fprintf(stderr, "%s: %s\n", argv[i], error.text);
			return 3;
		}
		inside += measure(document);
		json_decref(document);
	}
	printf("\n%u of %d\n", inside, SPLITS * (argc - 1));
	return inside * SPLITS < (unsigned)(WANTED * SPLITS * (argc - 1));
}
