# Functions of gawk, and pipes to the tools for texts.
function check(fact, what)
{
	if (!fact) {
		print what > "/dev/stderr"
		exit 3
	}
}

BEGIN {
	PROCINFO["sorted_in"] = "@val_num_desc"
	check(length("é") == 1 && toupper("é") == "É", "characters")
	check(gensub(/(a)(b)/, "\\2\\1", "g", "abab") == "baba", "gensub")
	check(strftime("%Y", 0, 1) == "1970" && systime() > 0, "times")
	check(and(12, 10) == 8 && lshift(1, 4) == 16 && strtonum("0x1f") == 31, "bits")
	check(split("a1b22c", parts, /[0-9]+/, marks) == 3 && marks[2] == "22", "split")
	check(match("foo123", /([a-z]+)([0-9]+)/, found) && found[2] == "123", "match")
	check(asort(parts) == 3 && sprintf("%05.1f|%c", 2.5, 65) == "002.5|A", "sprintf")
	"printf 'b\\na\\n' | sort" | getline first
	check(first == "a", "pipes")
	print "2" | "cat >/dev/null"
	close("cat >/dev/null")
}

NR > 1 {
	for (i = 1; i <= NF; i++)
		sum += $i
}

END {
	printf "%d\n", sum | "cat"
}
