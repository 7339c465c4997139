/* SPDX-License-Identifier: MIT */
/*
 * The cell "Status" of Moodle's sheet: "Submitted for grading - Extension granted until: Tuesday,
 * 27 October 2026, 11:59 PM", in the language of the teacher. The date is read as any other date;
 * the words around it differ too much between languages and versions. The words of the states are
 * those of Moodle's language packs, in the languages in which dates are read.
 */
#include "columns.h"
#include "fold.h"
#include "people.h"

#include <string.h>

enum state { STATE_OTHER, STATE_DRAFT, STATE_REOPENED, STATE_NONE };

/* The first words of each state. */
static const char *const drafts[] = {"draft", "entwurf", "brouillon", "borrador",
	"versión preliminar", "bozza", "rascunho", "trabalho em curso", "concept", "esborrany",
	"kladde", "utkast", "luonnos", "mustand", "szkic", "wersja robocza", "koncept", "rozpracov",
	"vázlat", "piszkozat", "ciornă", "πρόχειρο", "taslak", "черновик", "чернетка", "draf",
	"草稿", "下書き", "초안", "임시", NULL};
static const char *const reopeneds[] = {"reopened", "erneut geöffnet", "wieder geöffnet",
	"wiedereröffnet", "rouvert", "réouvert", "reabierto", "reabierta", "riaperto", "riaperta",
	"reaberto", "reaberta", "heropend", "reobert", "genåbnet", "gjenåpn", "återöppna",
	"avattu uudelleen", "uudelleen avattu", "uudelleenavattu", "uuesti avatud", "taasavatud",
	"ponownie otwart", "otwarte ponownie", "znovu ote", "znovuote", "znovu otv", "znovuotv",
	"újranyit", "újra megnyit", "redeschis", "επαναλειτουργ", "ανοίχτηκε ξανά", "άνοιξε ξανά",
	"tekrar açıl", "yeniden açıl", "возобновлено", "вновь открыт", "повторно открыт",
	"открыто повторно", "переоткрыт", "відкрито повторно", "повторно відкрит", "знову відкрит",
	"відновлено", "поновлено", "dibuka kembali", "已开启重交", "重新开", "重新打开", "重新開",
	"已經重新開", "再オープン", "다시 열", "재개", NULL};
static const char *const nones[] = {"no submission", "not submitted", "keine abgabe", "neue abgabe",
	"pas de travail", "aucun travail", "nouveau travail", "sin entrega", "no entregado",
	"no enviado", "consegna mancante", "nessuna consegna", "nuova consegna", "nenhum envio",
	"não submetido", "nova submissão", "sem submissão", "geen inzending", "geen ingezonden",
	"niets ingestuurd", "niets ingeleverd", "cap tramesa", "sense tramesa", "ingen aflevering",
	"ikke afleveret", "intet afleveret", "ingen innlevering", "ikke levert", "ingen inlämning",
	"ny inlämning", "ei palautusta", "ei palautettu", "esitus puudub", "esitamata",
	"nie przesłano", "brak", "neodevzdáno", "nebylo odevzdáno", "žádné", "neodovzdané",
	"žiadne", "nincs", "nicio", "netrimis", "δεν έχει υποβληθεί", "δεν υπάρχει",
	"καμία υποβολή", "gönderim yok", "gönderilmedi", "нет ответа", "ответ не представлен",
	"работа не представлена", "немає", "не надіслано", "не здано", "tidak ada", "belum",
	"未提交", "没有", "新提交", "未繳交", "尚未繳交", "沒有", "提出なし", "未提出",
	"新しい提出", "제출 없음", "제출물 없음", "미제출", "제출하지", NULL};

static int begins(const char *words, const char *const *list, struct as_error *error)
{
	for (; *list; list++) {
		AS_AUTO_FREE char *folded = fold_words(*list, error);
		if (!folded)
			return -1;
		if (strncmp(words, folded, strlen(folded)) == 0)
			return 1;
	}
	return 0;
}

static int find_state(const char *text, enum state *state, struct as_error *error)
{
	static const char *const *const lists[] = {
		[STATE_DRAFT] = drafts, [STATE_REOPENED] = reopeneds, [STATE_NONE] = nones};
	AS_AUTO_FREE char *words = fold_words(text, error);

	*state = STATE_OTHER;
	if (!words)
		return -1;
	for (int i = STATE_DRAFT; i <= STATE_NONE; i++) {
		const int found = begins(words, lists[i], error);
		if (found < 0)
			return -1;
		if (found) {
			*state = (enum state)i;
			return 0;
		}
	}
	return 0;
}

/* ---- the extension ---- */

/* Digits of two and three bytes: Arabic, Persian, Devanagari, Bengali, Thai, and wide ones. */
static int foreign_digit(const char *text, size_t *size)
{
	static const struct {
		const char *zero;
		size_t size;
	} scripts[] = {{"\xd9\xa0", 2}, {"\xdb\xb0", 2}, {"\xe0\xa5\xa6", 3}, {"\xe0\xa7\xa6", 3},
		{"\xe0\xb9\x90", 3}, {"\xef\xbc\x90", 3}};

	for (size_t i = 0; i < sizeof(scripts) / sizeof(*scripts); i++) {
		const size_t last = scripts[i].size - 1;
		if (strncmp(text, scripts[i].zero, last) != 0)
			continue;
		const int digit = (unsigned char)text[last] - (unsigned char)scripts[i].zero[last];
		*size = scripts[i].size;
		if (digit >= 0 && digit <= 9)
			return digit;
	}
	return -1;
}

/* Returns the text with ASCII digits, on the heap. */
static char *plain_digits(const char *text, struct as_error *error)
{
	char *copy = as_text_format(error, "%s", text);
	size_t length = 0;

	for (size_t size; copy && *text; text += size) {
		size = 1;
		const int digit = foreign_digit(text, &size);
		if (digit < 0)
			size = 1;
		copy[length++] = digit < 0 ? *text : (char)('0' + digit);
	}
	if (copy)
		copy[length] = '\0';
	return copy;
}

/* True if the text has a date or a time of day: a year of four digits, "27/10/26", "23:59". A text
 * about lateness, such as "3 days late", contains neither. */
static bool has_date(const char *text)
{
	static const char digits[] = "0123456789";

	for (size_t length; *text; text += length ? length : 1) {
		length = strspn(text, digits);
		const char *next = text + length;
		const size_t second =
			length && *next && strchr(":./-", *next) ? strspn(next + 1, digits) : 0;
		const bool is_time = second == 2 && *next == ':';
		if (length == 4 || is_time)
			return true;
		if (second && next[1 + second] == *next && as_is_digit(next[2 + second]))
			return true;
	}
	return false;
}

/* Words that follow the date: "until" in some languages. */
static void drop_until(char *text)
{
	static const char *const words[] = {
		" tarihine kadar", " kadar", " まで", "まで", " 까지", "까지", " arte"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (as_text_ends(text, words[i]))
			text[strlen(text) - strlen(words[i])] = '\0';
}

/* True if a date may begin here: after a blank or a colon, or with digits. */
static bool may_begin(const char *text, const char *at)
{
	static const char wide_colon[] = "：";
	const size_t length = sizeof(wide_colon) - 1;

	if (*at == ' ' || at == text)
		return false;
	if (at[-1] == ' ' || at[-1] == ':')
		return true;
	if ((size_t)(at - text) >= length && memcmp(at - length, wide_colon, length) == 0)
		return true;
	return *at >= '0' && *at <= '9' && !(at[-1] >= '0' && at[-1] <= '9');
}

/* True after a word of an unknown language, as in "utorak, 27.": the month's name may mean another
 * month in a known language. */
static bool is_after_word(const char *text, const char *at)
{
	while (at > text && at[-1] == ' ')
		at--;
	return at > text && at[-1] == ',';
}

/* The longest end of the text that is a time. -1, or an enum clock_answer. */
static int read_until(struct work *work, const char *cell, int64_t *time_s)
{
	AS_AUTO_FREE char *text = as_text_format(work->error, "%s", cell);

	if (!text)
		return -1;
	drop_until(text);
	for (const char *at = text; *at; at++) {
		const int answer = may_begin(text, at) && !is_after_word(text, at)
					   ? clock_read(work->clock, at, time_s, work->error)
					   : CLOCK_UNKNOWN;
		if (answer != CLOCK_UNKNOWN && answer != CLOCK_NONE)
			return answer;
	}
	return CLOCK_UNKNOWN;
}

static int read_extension(struct work *work, struct as_person *person, const char *cell)
{
	AS_AUTO_FREE char *text = plain_digits(cell, work->error);

	if (!text)
		return -1;
	if (!has_date(text))
		return 0;
	const int answer = read_until(work, text, &person->extended_s);
	if (answer == CLOCK_TWICE)
		person->extended_s = clock_last(work->clock, person->extended_s);
	person->extended = answer == CLOCK_TIME || answer == CLOCK_TWICE ? AS_EXTENDED_UNTIL
									 : AS_EXTENDED_UNREAD;
	return answer < 0 ? -1 : 0;
}

/* ---- the states ---- */

/* The sheet has no submission of the person, but the export has files. */
static int doubt_none(struct work *work, size_t person, const struct draft *draft)
{
	const char *group = work->out->persons[person].group;
	const bool is_other = draft->received.person != person;

	if (!group || (!is_other && !draft->is_of_team))
		return people_doubt(work, person,
			"the sheet says that nothing was submitted, but there are files; export "
			"the sheet and the submissions again");
	return people_doubt(work, person,
		"the sheet says that this student submitted nothing, but %sgroup '%s' handed in "
		"files; export the sheet and the submissions again",
		draft->is_of_team ? "" : "another member of ", group);
}

/* `draft`: files of a person with STATE_NONE; NULL: there are none. */
static int doubt_state(
	struct work *work, size_t person, enum state state, const struct draft *draft)
{
	switch (state) {
	case STATE_DRAFT:
		return people_doubt(work, person,
			"the submission is a draft; submit it on the platform, and export the "
			"sheet again");
	case STATE_REOPENED:
		return people_doubt(work, person,
			"the submission was reopened, and no new attempt has been submitted yet; "
			"export the sheet again later");
	case STATE_NONE:
		return draft ? doubt_none(work, person, draft) : 0;
	case STATE_OTHER:
	default:
		return 0;
	}
}

/* An empty folder agrees with a sheet that says that nothing was submitted. Returns files of the
 * person, or else of another member of the group; NULL: there are none. */
static const struct draft *drop_empty(
	struct work *work, const struct holdings *holdings, size_t person)
{
	const size_t *own = &holdings->drafts[holdings->first[person]];
	const size_t count = holdings_count(holdings, person);
	const struct draft *found = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct draft *draft = &work->drafts[own[i]];
		if (!received_is_empty(work->out, &draft->received, own[i]) &&
			(!found || draft->received.person == person))
			found = draft;
	}
	for (size_t i = 0; !found && i < count; i++)
		work->drafts[own[i]].is_dropped = true;
	return found;
}

/* What a row of the sheet says. */
struct status {
	enum state state;
	bool has_time; /* or the sheet has no column of times */
};

static int read_status(
	struct work *work, const struct columns *columns, size_t row, struct status *status)
{
	const struct as_csv *sheet = work->arrival->sheet;
	int64_t time_s;
	const int time = columns->time == SIZE_MAX
				 ? CLOCK_NONE
				 : clock_read(work->clock, as_csv_cell(sheet, row, columns->time),
					   &time_s, work->error);

	status->has_time = time != CLOCK_NONE || columns->time == SIZE_MAX;
	return time < 0 ? -1
			: find_state(as_csv_cell(sheet, row, columns->status), &status->state,
				  work->error);
}

static bool is_none(const struct status *status)
{
	return status->state == STATE_NONE && !status->has_time;
}

int status_is_none(struct work *work, size_t person)
{
	struct columns columns;
	struct status status;

	if (!work->arrival->sheet || person == SIZE_MAX ||
		work->out->persons[person].sheet_row == SIZE_MAX)
		return 0;
	columns_find(work->arrival->sheet, &columns);
	if (columns.status == SIZE_MAX)
		return 0;
	return read_status(work, &columns, work->out->persons[person].sheet_row, &status)
		       ? -1
		       : is_none(&status);
}

static int read_row(struct work *work, const struct columns *columns,
	const struct holdings *holdings, size_t person)
{
	const size_t row = work->out->persons[person].sheet_row;
	struct status status;

	if (row == SIZE_MAX)
		return 0;
	if (read_status(work, columns, row, &status) ||
		read_extension(work, &work->out->persons[person],
			as_csv_cell(work->arrival->sheet, row, columns->status)))
		return -1;
	return doubt_state(work, person, status.state,
		is_none(&status) ? drop_empty(work, holdings, person) : NULL);
}

int status_read(struct work *work)
{
	AUTO_HOLDINGS struct holdings holdings = {0};
	struct columns columns;

	if (!work->arrival->sheet)
		return 0;
	columns_find(work->arrival->sheet, &columns);
	if (columns.status == SIZE_MAX)
		return 0;
	if (holdings_find(&holdings, work, HOLDING_ANY))
		return -1;
	for (size_t i = 0; i < work->out->person_count; i++)
		if (read_row(work, &columns, &holdings, i))
			return -1;
	return 0;
}
