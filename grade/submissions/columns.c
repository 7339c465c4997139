/* SPDX-License-Identifier: MIT */
/* The headers of Moodle's grading worksheet come from its language packs (mod/assign, "core"). */
#include "columns.h"

#include <ctype.h>
#include <string.h>

static const char *const id_names[] = {"id", "student id", "student_id", "studentid", "id number",
	"idnumber", "student number", "student no", "matriculation number", "sid", "username",
	"user name", "login", "netid", "net id", "numéro d'identification", "id-nummer",
	"matrikelnummer", "número de id", "codice identificativo", "id-nummer"};
static const char *const name_names[] = {"name", "full name", "fullname", "student", "student name",
	"display name", "nom complet", "vollständiger name", "nombre completo", "nome completo",
	"volledige naam", "fullständigt namn", "celé jméno", "姓名"};
static const char *const first_names[] = {"first name", "firstname", "given name", "prénom",
	"vorname", "nombre", "nome", "voornaam", "förnamn"};
static const char *const last_names[] = {"last name", "lastname", "surname", "family name", "nom",
	"nachname", "apellidos", "apellido(s)", "cognome", "achternaam", "efternamn"};
static const char *const mail_names[] = {"email", "e-mail", "mail", "email address",
	"e-mail address", "adresse de courriel", "adresse e-mail", "e-mail-adresse",
	"dirección de correo", "indirizzo email", "e-mailadres"};
static const char *const group_names[] = {
	"group", "groups", "team", "groupe", "gruppe", "grupo", "gruppo", "groep", "grupp"};
static const char *const time_names[] = {"last modified (submission)", "zuletzt geändert (abgabe)",
	"Zuletzt geändert (Abgabe)", "Dernière modification (travail remis)",
	"Última modificación (entrega)", "Última modificación (envío)",
	"Ultima modifica (consegna)", "Última modificação (envio)", "Laatst gewijzigd (inzending)",
	"Senast modifierat (inlämning)", "Poslední změna (odevzdání)", "Son düzenleme (gönderim)",
	"最后修改（学生）", "submission_timestamp"};
static const char *const status_names[] = {"status", "statut", "état", "État", "estado", "estatus",
	"stato", "estat", "tila", "olek", "staatus", "stav", "állapot", "Állapot", "stare",
	"stadiu", "κατάσταση", "Κατάσταση", "durum", "статус", "Статус", "состояние", "Состояние",
	"стан", "Стан", "状态", "狀態", "ステータス", "상태", "submission status", "abgabestatus",
	"stato consegna", "estado de la entrega", "status de envio", "estado da submissão",
	"inlämningsstatus", "gönderim durumu"};
static const char *const grade_names[] = {"grade", "note", "bewertung", "calificación",
	"valutazione", "nota", "cijfer", "beoordeling", "betyg", "hodnocení", "points_awarded"};
static const char *const role_names[] = {
	"role", "roles", "course role", "rolle", "rollen", "rôle", "rôles", "rol", "ruolo"};
static const struct {
	const char *name;
	enum as_role role;
} roles[] = {{"student", AS_ROLE_STUDENT}, {"teacher", AS_ROLE_TEACHER}, {"marker", AS_ROLE_MARKER},
	{"viewer", AS_ROLE_VIEWER}, {"learner", AS_ROLE_STUDENT}, {"participant", AS_ROLE_STUDENT},
	{"studentenrollment", AS_ROLE_STUDENT}, {"teilnehmer/in", AS_ROLE_STUDENT},
	{"teilnehmer", AS_ROLE_STUDENT}, {"teilnehmerin", AS_ROLE_STUDENT},
	{"étudiant", AS_ROLE_STUDENT}, {"estudiante", AS_ROLE_STUDENT},
	{"studente", AS_ROLE_STUDENT}, {"instructor", AS_ROLE_TEACHER},
	{"lecturer", AS_ROLE_TEACHER}, {"course builder", AS_ROLE_TEACHER},
	{"teacherenrollment", AS_ROLE_TEACHER}, {"trainer/in", AS_ROLE_TEACHER},
	{"dozent", AS_ROLE_TEACHER}, {"dozentin", AS_ROLE_TEACHER}, {"dozent/in", AS_ROLE_TEACHER},
	{"enseignant", AS_ROLE_TEACHER}, {"profesor", AS_ROLE_TEACHER},
	{"docente", AS_ROLE_TEACHER}, {"ta", AS_ROLE_MARKER},
	{"teaching assistant", AS_ROLE_MARKER}, {"taenrollment", AS_ROLE_MARKER},
	{"reader", AS_ROLE_MARKER}, {"non-editing teacher", AS_ROLE_MARKER},
	{"tutor", AS_ROLE_MARKER}, {"grader", AS_ROLE_MARKER}, {"observer", AS_ROLE_VIEWER},
	{"guest", AS_ROLE_VIEWER}};
static const char *const section_names[] = {
	"section", "sections", "section name", "course section", "abschnitt", "sección", "sezione"};
static const char *const username_names[] = {"username", "user name", "login", "netid", "net id",
	"login id", "sis login id", "anmeldename", "nom d'utilisateur"};
static const char *const canvas_names[] = {"sis user id", "sis login id"};
static const char *const canvas_id[] = {"id"}, *const canvas_user[] = {"sis user id"},
			 *const canvas_login[] = {"sis login id"};
static const char *const github_ids[] = {"identifier", "roster_identifier"};
static const char *const github_login[] = {"github_username"};

#define FIND(csv, names) as_csv_column(csv, names, sizeof(names) / sizeof(*(names)))

/* The digits at the end of "Participant 12", "Deltagare12"; NULL: no digits, or no word before
 * them. */
static const char *find_number(const char *text)
{
	const char *at = text + strlen(text);

	while (at > text && isdigit((unsigned char)at[-1]))
		at--;
	return *at && at > text ? at : NULL;
}

/* The word before the digits is the same in every row of Moodle's sheet, and ids do not begin with
 * it. */
#define MIN_WORD 3

/* Every row of Moodle's sheet has such a text in its first column. The header may be that of an id
 * ("ID" in German): then the sheet is Moodle's if it has Moodle's times. */
static bool is_moodle(const struct as_csv *csv, const struct columns *columns)
{
	const bool is_id = columns->ids[0] == 0;
	const char *word = NULL;
	size_t length = 0, count = 0;

	for (size_t row = 0; row < csv->count; row++) {
		const char *text = as_csv_cell(csv, row, 0);
		const char *digits = find_number(text);
		if (*text && !digits)
			return false;
		if (*text && word && is_id && strncmp(text, word, length) != 0)
			return false;
		if (*text && !word) {
			word = text;
			length = (size_t)(digits - text);
		}
		count += *text != '\0';
	}
	return count > 0 && csv->header.count > 3 &&
	       (!is_id || (columns->time != SIZE_MAX && length >= MIN_WORD));
}

void columns_find(const struct as_csv *csv, struct columns *columns)
{
	*columns = (struct columns){
		.ids = {FIND(csv, id_names), SIZE_MAX, SIZE_MAX},
		.name = FIND(csv, name_names),
		.first_name = FIND(csv, first_names),
		.last_name = FIND(csv, last_names),
		.mail = FIND(csv, mail_names),
		.group = FIND(csv, group_names),
		.number = SIZE_MAX,
		.login = FIND(csv, github_login),
		.time = FIND(csv, time_names),
		.status = SIZE_MAX,
		.role = FIND(csv, role_names),
		.section = FIND(csv, section_names),
		.username = FIND(csv, username_names),
		.is_canvas = FIND(csv, canvas_names) != SIZE_MAX,
	};
	const size_t github_id = columns->login != SIZE_MAX ? FIND(csv, github_ids) : SIZE_MAX;
	if (github_id != SIZE_MAX) {
		if (columns->ids[0] == SIZE_MAX)
			columns->ids[0] = github_id;
	} else if (columns->is_canvas) {
		columns->number = FIND(csv, canvas_id);
		columns->ids[0] = FIND(csv, canvas_user);
		columns->ids[1] = FIND(csv, canvas_login);
		columns->ids[2] = columns->number;
	} else if (is_moodle(csv, columns)) {
		columns->is_moodle = true;
		columns->status = FIND(csv, status_names);
		if (columns->ids[0] == 0)
			columns->ids[0] = as_csv_column(
				csv, id_names + 1, sizeof(id_names) / sizeof(*id_names) - 1);
		columns->number = 0;
	}
}

static size_t trim(const char **text)
{
	while (isspace((unsigned char)**text))
		++*text;
	size_t length = strlen(*text);
	while (length > 0 && isspace((unsigned char)(*text)[length - 1]))
		length--;
	return length;
}

/* A copy of a cell on the heap; NULL in `text` if the cell is empty. */
static int copy(
	const struct as_csv *csv, size_t row, size_t column, char **text, struct as_error *error)
{
	const char *cell = as_csv_cell(csv, row, column);
	const size_t length = trim(&cell);

	*text = NULL;
	if (!length || (length == 1 && *cell == '-'))
		return 0;
	AS_AUTO_FREE char *own = as_text_format(error, "%.*s", (int)length, cell);
	*text = own ? arrival_show(own, error) : NULL;
	return *text ? 0 : -1;
}

static int read_name(const struct as_csv *csv, const struct columns *columns, size_t row,
	struct claim *claim, struct as_error *error)
{
	AS_AUTO_FREE char *first = NULL, *last = NULL;

	if (columns->name != SIZE_MAX)
		return copy(csv, row, columns->name, &claim->name, error);
	if (copy(csv, row, columns->first_name, &first, error) ||
		copy(csv, row, columns->last_name, &last, error))
		return -1;
	if (!first && !last)
		return 0;
	claim->name = as_text_format(
		error, "%s%s%s", first ? first : "", first && last ? " " : "", last ? last : "");
	return claim->name ? 0 : -1;
}

static int read_number(const struct as_csv *csv, const struct columns *columns, size_t row,
	struct claim *claim, struct as_error *error)
{
	if (copy(csv, row, columns->number, &claim->number, error))
		return -1;
	const char *digits =
		claim->number && columns->is_moodle ? find_number(claim->number) : NULL;
	if (digits)
		memmove(claim->number, digits, strlen(digits) + 1);
	return 0;
}

/* The account with which a teacher sees the course as a student: "Student, Test". Its login is a
 * digest or empty, and it never has a SIS id. */
static bool is_test_student(
	const struct as_csv *csv, const struct columns *columns, size_t row, const char *name)
{
	return name && (strcmp(name, "Student, Test") == 0 || strcmp(name, "Test Student") == 0) &&
	       !*as_csv_cell(csv, row, columns->ids[0]);
}

int columns_read(const struct as_csv *csv, const struct columns *columns, size_t row,
	struct claim *claim, char **group, struct as_error *error)
{
	*claim = (struct claim){0};
	*group = NULL;
	for (size_t i = 0; i < sizeof(columns->ids) / sizeof(*columns->ids) && !claim->id; i++)
		if (copy(csv, row, columns->ids[i], &claim->id, error))
			return -1;
	if (read_name(csv, columns, row, claim, error) ||
		read_number(csv, columns, row, claim, error) ||
		copy(csv, row, columns->login, &claim->login, error) ||
		copy(csv, row, columns->mail, &claim->mail, error) ||
		copy(csv, row, columns->group, group, error))
		return -1;
	/* Canvas' second and third line: "Points Possible", "Manual Posting". */
	if (columns->is_canvas &&
		(!claim->number || is_test_student(csv, columns, row, claim->name)))
		return 0;
	return claim->id || claim->name || claim->number || claim->login || claim->mail;
}

static const char *const names_of_roles[] = {
	[AS_ROLE_STUDENT] = "student",
	[AS_ROLE_TEACHER] = "teacher",
	[AS_ROLE_MARKER] = "marker",
	[AS_ROLE_VIEWER] = "viewer",
};

const char *as_role_name(enum as_role role)
{
	return names_of_roles[role];
}

bool columns_role(
	const struct as_csv *csv, const struct columns *columns, size_t row, enum as_role *role)
{
	const char *text = as_csv_cell(csv, row, columns->role);
	const size_t length = trim(&text);

	*role = AS_ROLE_STUDENT;
	for (size_t i = 0; i < sizeof(roles) / sizeof(*roles); i++) {
		if (strlen(roles[i].name) != length ||
			strncasecmp(roles[i].name, text, length) != 0)
			continue;
		*role = roles[i].role;
		return true;
	}
	return length == 0;
}

bool columns_is_staff(const struct as_csv *csv, const struct columns *columns, size_t row)
{
	enum as_role role;

	(void)columns_role(csv, columns, row, &role);
	return role != AS_ROLE_STUDENT;
}

int columns_username(const struct as_csv *csv, const struct columns *columns, size_t row,
	char **username, struct as_error *error)
{
	return copy(csv, row, columns->username, username, error);
}

int columns_sections(const struct as_csv *csv, const struct columns *columns, size_t row,
	char ***sections, struct as_error *error)
{
	AS_AUTO_FREE char *text = NULL;
	char *rest = NULL;

	if (copy(csv, row, columns->section, &text, error))
		return -1;
	for (char *part = text ? strtok_r(text, ";", &rest) : NULL; part;
		part = strtok_r(NULL, ";", &rest)) {
		const char *at = part;
		const size_t length = trim(&at);
		if (length && as_names_add(sections, as_text_format(error, "%.*s", (int)length, at),
				      error))
			return -1;
	}
	return 0;
}

int columns_require_person(
	const struct as_csv *csv, const struct columns *columns, struct as_error *error)
{
	const char *const id = "id";
	size_t column;

	if (columns->ids[0] != SIZE_MAX || columns->name != SIZE_MAX || columns->mail != SIZE_MAX ||
		columns->last_name != SIZE_MAX || columns->number != SIZE_MAX ||
		columns->login != SIZE_MAX)
		return 0;
	return as_csv_require(csv, &id, 1, &column, error);
}

/* "Homework 1 (123)" of "Homework 1". */
static bool is_canvas_name(const char *text, const char *name)
{
	const size_t length = strlen(name);
	const size_t own = trim(&text);

	if (own < length + 4 || strncasecmp(text, name, length) != 0 ||
		strncmp(text + length, " (", 2) != 0 || text[own - 1] != ')')
		return false;
	return strspn(text + length + 2, "0123456789") == own - length - 3;
}

static int find_marks(
	const struct as_csv *csv, const char *name, size_t *column, struct as_error *error)
{
	size_t count = 0;

	if (!name)
		return as_csv_require(csv, grade_names, sizeof(grade_names) / sizeof(*grade_names),
			column, error);
	*column = as_csv_column(csv, &name, 1);
	if (*column != SIZE_MAX)
		return as_csv_require(csv, &name, 1, column, error);
	for (size_t i = 0; i < csv->header.count; i++) {
		if (is_canvas_name(csv->header.cells[i], name)) {
			*column = i;
			count++;
		}
	}
	return count == 1 ? 0 : as_csv_require(csv, &name, 1, column, error);
}

/* Canvas computes "Final Score" and the like, and says so in one of the lines before the students.
 */
int columns_find_marks(
	const struct as_csv *csv, const char *name, size_t *column, struct as_error *error)
{
	if (find_marks(csv, name, column, error))
		return -1;
	for (size_t row = 0; row < csv->count && row < 2; row++)
		if (strstr(as_csv_cell(csv, row, *column), "(read only)"))
			return as_error_at(error, AS_ERROR_INPUT, csv->name, csv->rows[row].line, 0,
				"column '%s' is read only on Canvas; name the column of the "
				"assignment",
				csv->header.cells[*column]);
	return 0;
}
