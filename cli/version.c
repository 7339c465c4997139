/* SPDX-License-Identifier: MIT */
/* assay --version --json: what is installed, and the schemas of all documents that it writes. */
#define PCRE2_CODE_UNIT_WIDTH 8

#include "cli.h"

#include <assay/base/install.h>
#include <assay/contest/api.h>
#include <assay/grade/class.h>
#include <assay/store.h>
#include <assay/strength.h>
#include <assay/testgen.h>
#include <pcre2.h>
#include <seccomp.h>
#include <sodium.h>
#include <sqlite3.h>
#include <string.h>
#include <yaml.h>

/* Each schema is defined by the library that writes it. */
static const struct document {
	const char *name;
	const char *schemas[4];
} documents[] = {
	{"verdict", {AS_VERDICT_SCHEMA}},
	{"strength", {AS_STRENGTH_SCHEMA}},
	{"run", {CLI_RUN_SCHEMA}},
	{"doctor", {CLI_DOCTOR_SCHEMA}},
	{"languages", {CLI_LANGUAGES_SCHEMA}},
	{"status", {CLI_STATUS_SCHEMA}},
	{"store", {CLI_STORE_SCHEMA}},
	{"version", {CLI_VERSION_SCHEMA}},
	{"lock", {AS_GEN_LOCK_SCHEMA}},
	{"grade", {AS_GRADE_SCHEMA}},
	{"class", {AS_CLASS_FORMAT}},
	{"submission", {AS_SUBMITTED_FORMAT}},
	{"options", {AS_STORE_OPTIONS_FORMAT, AS_STORE_OPTIONS_FORMAT_LENIENT,
			    AS_STORE_OPTIONS_FORMAT_MEASURED}},
	{"result", {AS_RESULT_FORMAT, AS_RESULT_FORMAT_DISTURBED}},
	{"export", {AS_STORE_EXPORT_FORMAT}},
};

static json_t *describe_documents(void)
{
	json_t *object = json_object();

	for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++) {
		json_t *list = json_array();
		for (const char *const *schema = documents[i].schemas; *schema; schema++)
			json_array_append_new(list, json_string(*schema));
		json_object_set_new(object, documents[i].name, list);
	}
	return object;
}

static bool is_installed(const char *name)
{
	char path[PATH_MAX];

	return as_install_find(name, path, NULL) == 0;
}

/* At run time. The other libraries are loaded by the parts that need them. */
static json_t *describe_libraries(void)
{
	const struct scmp_version *seccomp = seccomp_version();
	char pcre2[64] = "";

	if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) < (int)sizeof(pcre2))
		pcre2_config(PCRE2_CONFIG_VERSION, pcre2);
	pcre2[strcspn(pcre2, " ")] = '\0'; /* a date follows */
	AS_AUTO_FREE char *number =
		as_text_format(NULL, "%u.%u.%u", seccomp->major, seccomp->minor, seccomp->micro);
	return json_pack("{s:s, s:s?, s:s, s:s, s:s, s:s}", "jansson", jansson_version_str(),
		"libseccomp", number, "libsodium", sodium_version_string(), "libyaml",
		yaml_get_version_string(), "pcre2", pcre2, "sqlite", sqlite3_libversion());
}

int cli_version_print(void)
{
	struct as_error error = {0};
	AS_AUTO_JSON json_t *document = json_pack(
		"{s:s, s:s, s:{s:b, s:b, s:b}, s:o, s:o, s:{s:i, s:i}, s:s}", "schema",
		CLI_VERSION_SCHEMA, "version", ASSAY_VERSION, "features", "contest",
		is_installed("libexec/assay/assay-contest"), "grade",
		is_installed("libexec/assay/assay-grade"), "postgresql",
		is_installed("libexec/assay/assay-postgres.so"), "libraries", describe_libraries(),
		"documents", describe_documents(), "stores", "sqlite", AS_STORE_SQLITE_VERSION,
		"postgresql", AS_STORE_POSTGRES_VERSION, "contest_api", AS_CONTEST_API_VERSION);

	if (!document) {
		as_error_no_memory(&error);
		return cli_fail(&error);
	}
	cli_print_json(document, JSON_INDENT(2));
	return 0;
}
