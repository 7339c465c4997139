/* SPDX-License-Identifier: MIT */
/* Stands in for testlib.h in the programs of docs/package-author.md: the same names, exit statuses
 * and arguments, and nothing else. */
#pragma once
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3 };

[[noreturn]] void quitf(TResult result, const char *format, ...);

struct InStream {
	FILE *file = nullptr;
	bool strict = false;
	TResult fault = _fail;

	void expect(bool fine, const char *what)
	{
		if (!fine)
			quitf(fault, "expected %s", what);
	}
	int readInt(int lo = -2147483647, int hi = 2147483647, const char *name = "")
	{
		long long value = 0;
		char text[16], again[32];
		if (!strict && std::fscanf(file, " ") != 0)
			quitf(fault, "unexpected end of the file");
		expect(std::fscanf(file, "%15[-0-9]", text) == 1, "a number");
		std::sscanf(text, "%lld", &value);
		std::snprintf(again, sizeof again, "%lld", value);
		expect(!std::strcmp(text, again) && value >= lo && value <= hi, name);
		return (int)value;
	}
	void readEoln()
	{
		expect(std::getc(file) == '\n', "the end of the line");
	}
	void readEof()
	{
		expect(std::getc(file) == EOF, "the end of the file");
	}
};

inline InStream inf, ouf, ans;

[[noreturn]] inline void quitf(TResult result, const char *format, ...)
{
	va_list arguments;
	if (result == _ok && ouf.file && (std::fscanf(ouf.file, " "), std::getc(ouf.file)) != EOF)
		quitf(_wa, "more output than expected");
	va_start(arguments, format);
	std::fputs(result == _ok ? "ok " : result == _fail ? "FAIL " : "wrong answer ", stderr);
	std::vfprintf(stderr, format, arguments);
	std::fputc('\n', stderr);
	std::exit(result);
}

inline void registerTestlibCmd(int argc, char **argv)
{
	if (argc < 4)
		quitf(_fail, "missing arguments: input, output, answer");
	inf.file = std::fopen(argv[1], "r");
	ouf.file = std::fopen(argv[2], "r");
	ans.file = std::fopen(argv[3], "r");
	ouf.fault = _wa;
	if (!inf.file || !ouf.file || !ans.file)
		quitf(_fail, "a file cannot be opened");
}

inline void registerValidation(int, char **)
{
	inf.file = stdin;
	inf.strict = true;
}
