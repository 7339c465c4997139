/* SPDX-License-Identifier: MIT */
/* assay course passwords: makes missing passwords, and prints a card for each person. */
#include "course.h"

#include "cards.h"

#include <assay/course/folder/make.h>
#include <fcntl.h>
#include <string.h>

struct options {
	const char *path;
	const char *output;  /* NULL: text on standard output */
	const char *address; /* of the course, on each card; NULL: none */
};

#define AT(member) .place = offsetof(struct options, member)
static const struct cli_option options_of_passwords[] = {
	{"address", 0, "URL", "the address of the course, for each card", cli_text, AT(address)},
	{"output", 'o', "FILE", "write an HTML page to print, which only you can read", cli_text,
		AT(output)},
	{0},
};

static const struct cli_verb passwords_verb = {.options = options_of_passwords,
	.arguments = "DIR",
	.about = "Makes a password for each person of a course who has no password, in "
		 "accounts.yaml, and "
		 "prints a card for each person, with name, username and password.",
	.words = {{"DIR", AT(path)}}};

struct page {
	const struct as_course *course;
	const char *address;
};

static void make_card(
	const struct page *page, const struct as_course_person *person, struct card *card)
{
	const struct as_roster_person *of = &person->of;

	*card = (struct card){.title = of->name ? of->name : of->id};
	card_add(card, "Course", page->course->title, false);
	if (of->role != AS_ROLE_STUDENT)
		card_add(card, "Role", as_role_name(of->role), false);
	card_add(card, "Section", of->sections ? of->sections[0] : NULL, false);
	card_add(card, "Address", page->address, true);
	card_add(card, "Username", of->username, true);
	card_add_password(card, person->password, person->password_is_hash);
}

/* Writes the cards as HTML; NULL: prints them as text. */
static void put_cards(const struct page *page, bool is_staff, FILE *html)
{
	for (size_t i = 0; i < page->course->person_count; i++) {
		const struct as_course_person *person = &page->course->people[i];
		struct card card;
		if ((person->of.role != AS_ROLE_STUDENT) != is_staff)
			continue;
		make_card(page, person, &card);
		if (html)
			card_write(html, &card);
		else
			card_print(&card);
	}
}

/* The cards of the students come first: those of the others must not be handed out with them. */
static void write_cards(FILE *out, const void *page)
{
	fputs("<div class=\"cards\">\n", out);
	put_cards(page, false, out);
	fputs("</div><div class=\"cards jury\">\n", out);
	put_cards(page, true, out);
	fputs("</div>", out);
}

static int print_cards(const struct page *page)
{
	put_cards(page, false, NULL);
	put_cards(page, true, NULL);
	return fflush(stdout) ? cli_fail_printing("the passwords") : 0;
}

static int write_page(const struct page *page, const char *output, struct as_error *error)
{
	AS_AUTO_FREE char *title = as_text_format(error, "Accounts: %s", page->course->title);
	AS_AUTO_FREE char *text = title ? cards_page(title, write_cards, page, error) : NULL;

	return text ? as_file_write(AT_FDCWD, output, text, strlen(text), 0600, error) : -1;
}

static void note_made(const struct as_course *course, size_t made)
{
	AS_AUTO_FREE char *note = as_text_format(NULL, "%zu password%s made in %s/accounts.yaml",
		made, made == 1 ? " was" : "s were", course->path);

	if (note && made)
		cli_note(note);
}

int course_passwords(int argc, char **argv)
{
	struct options options = {0};
	struct as_error error = {0};
	size_t made = 0;
	const int status = cli_parse(&passwords_verb, argc, argv, &options);

	if (status)
		return status;
	cli_catch_signals();
	AS_AUTO_COURSE struct as_course *course = course_open(options.path, NULL, true, &error);
	if (!course || as_course_require(course, &error) ||
		cli_page_check(options.output, &error) ||
		as_course_make_passwords(course, &made, &error))
		return course_fail(&error);
	note_made(course, made);
	const struct page page = {.course = course, .address = options.address};
	if (!options.output)
		return cli_finish(print_cards(&page));
	if (write_page(&page, options.output, &error))
		return course_fail(&error);
	printf("%s: %zu accounts\n", options.output, course->person_count);
	return cli_finish(0);
}
