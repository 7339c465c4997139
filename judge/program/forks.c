/* SPDX-License-Identifier: MIT */
/* Builds a program with its fork server. The source files of the server (forks/) are embedded in
 * this library. */
#include "fork_server.h"

#include <assay/base/keeper.h>
#include <string.h>

AS_EMBED(as_forks_main, ASSAY_FORKS_FOLDER "/assay_forks.c");
AS_EMBED(as_forks_base, ASSAY_FORKS_FOLDER "/assay_forks_base.h");
AS_EMBED(as_forks_wire, ASSAY_FORKS_FOLDER "/assay_forks_wire.h");
AS_EMBED(as_forks_worker, ASSAY_FORKS_FOLDER "/assay_forks_worker.h");

static const struct {
	const char *name, *start, *end;
} embedded[] = {
	{"assay_forks.c", as_forks_main, as_forks_main_end},
	{"assay_forks_base.h", as_forks_base, as_forks_base_end},
	{"assay_forks_wire.h", as_forks_wire, as_forks_wire_end},
	{"assay_forks_worker.h", as_forks_worker, as_forks_worker_end},
};

const char as_forks_link_option[] = "-Wl,--wrap=main,--wrap=_exit,--wrap=_Exit,--wrap=mmap,"
				    "--wrap=mmap64,--wrap=__mmap,--wrap=mremap,--wrap=__mremap";

static bool has_word(const char *const *words, const char *word)
{
	while (*words && strcmp(*words, word) != 0)
		words++;
	return *words != NULL;
}

/* The fork server has a part in assembly, for x86-64. */
#ifdef __x86_64__
#define HAS_FORK_SERVER true
#else
#define HAS_FORK_SERVER false
#endif

/* True if programs of the language can have a fork server: linked statically, by GCC. */
static bool language_forks(const struct as_language *language)
{
	const char *const *words = language->compile.words;
	const char *slash = *words ? strrchr(*words, '/') : NULL;

	return HAS_FORK_SERVER && slash &&
	       (strcmp(slash, "/gcc") == 0 || strcmp(slash, "/g++") == 0) &&
	       has_word(words, "-static") && has_word(words, "{options}");
}

bool as_program_can_fork(const struct as_program *program)
{
	return program->again && program->verdict == AS_VERDICT_AC;
}

static int add_source(struct as_sources *sources, const char *name, const char *start,
	const char *end, struct as_error *error)
{
	const struct as_memory_file file = {
		.name = name, .data = start, .size = (size_t)(end - start)};
	AS_AUTO(as_sources_clear) struct as_sources one = {0};

	if (as_sources_find(sources, name))
		return as_error_set(error, AS_ERROR_INPUT,
			"a program with a file called %s has no fork server", name);
	return as_sources_take(&one, &file, 1, true, file.size + 1, error) ||
			       as_sources_merge(sources, &one, error)
		       ? -1
		       : 0;
}

int as_forks_add_sources(struct as_sources *sources, struct as_error *error)
{
	for (size_t i = 0; i < sizeof(embedded) / sizeof(*embedded); i++)
		if (add_source(
			    sources, embedded[i].name, embedded[i].start, embedded[i].end, error))
			return -1;
	return 0;
}

int as_build_keep_sources(struct as_program *program, struct as_sources *sources,
	const struct as_build_order *order, struct as_error *error)
{
	if (order->forks || program->verdict != AS_VERDICT_AC || !language_forks(order->language))
		return 0;
	program->again = calloc(1, sizeof(*program->again));
	if (!program->again)
		return as_error_no_memory(error);
	*program->again = (struct as_build_again){
		.sources = *sources,
		.time_ns = order->time_ns,
		.memory_bytes = order->memory_bytes,
		.of_package = order->of_package,
		.is_example = order->is_example,
		.is_uncached = order->is_uncached,
	};
	*sources = (struct as_sources){0};
	return 0;
}

void as_build_again_free(struct as_build_again *again)
{
	if (!again)
		return;
	as_sources_clear(&again->sources);
	free(again);
}
