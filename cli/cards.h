/* SPDX-License-Identifier: MIT */
/* cards: username and password of a person or team, to print and to cut, as text or as a page. */
#ifndef ASSAY_CLI_CARDS_H
#define ASSAY_CLI_CARDS_H

#include "cli.h"

struct card_line {
	const char *name; /**< "Username"; in small letters in text */
	const char *text; /**< borrowed, untrusted */
	bool is_code;
};
#define CARD_MAX_LINES 8
struct card {
	const char *title;
	struct card_line lines[CARD_MAX_LINES];
	size_t count;
};

/** Adds a line; a text that is NULL is none. */
void card_add(struct card *card, const char *name, const char *text, bool is_code) AS_NONNULL(1, 2);
/** Adds the password; NULL: there is none. */
void card_add_password(struct card *card, const char *password, bool is_hash) AS_NONNULL(1);
/** Prints the card on standard output. */
void card_print(const struct card *card) AS_NONNULL(1);
/** Writes the card as HTML. */
void card_write(FILE *out, const struct card *card) AS_NONNULL(1, 2);
void card_print_line(const char *name, const char *text) AS_NONNULL(1, 2);
/** Writes a line of a card as HTML. */
void card_write_term(FILE *out, const char *name, const char *text, bool is_code)
	AS_NONNULL(1, 2, 3);
/** Prints the line at which people cut. */
void card_print_cut(void);
/** A page of cards, which `write` writes; on the heap. */
char *cards_page(const char *title, void (*write)(FILE *out, const void *context),
	const void *context, struct as_error *error) AS_MUST_USE AS_NONNULL(1, 2);

#endif
