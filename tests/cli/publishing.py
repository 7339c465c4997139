# SPDX-License-Identifier: MIT
"""Checks of the files that assay contest export writes for publishing: the board, the results, the submissions."""
import csv
import io
import subprocess
import zipfile


def expect(condition, text):
    if not condition:
        raise SystemExit(text)


def publish(assay, folder, *options, status=0):
    done = subprocess.run([assay, "contest", "export", folder / "contest", *options], capture_output=True, text=True, timeout=300)
    expect(done.returncode == status, f"export {options}: {done.returncode} {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def check_preliminary(assay, folder, options):
    """Results and verdicts are refused while they are not final, unless they are asked for, and then they say so. The board is the public's."""
    for option, name in (("--results", "early.html"), ("--submissions", "early")):
        said = publish(assay, folder, option, folder / name, *options, status=2)
        expect("the results are not final: finalise the contest" in said and "--preliminary" in said, said)
        expect(not (folder / name).exists(), f"{name} was written")
    said = publish(assay, folder, "--board", folder / "early.html", "--results", folder / "early.csv", "--preliminary", *options)
    expect("early.html: the board, frozen" in said and "early.csv: results, preliminary" in said, said)
    expect((folder / "early.csv").stat().st_mode & 0o77 == 0, "everybody can read results that are not public")
    page = (folder / "early.html").read_text()
    expect('class="p"><b>?</b>' in page and "preliminary results" in page and "Final results" not in page, "a frozen board")
    publish(assay, folder, "--results", folder / "early-results.html", "--preliminary", *options)
    expect("Preliminary results" in (folder / "early-results.html").read_text(), "results that do not say that they may change")


def check_board(folder):
    page = (folder / "board.html").read_text()
    expect("Final results." in page and "The Spring Contest" in page, "the board does not say that it is final")
    expect("background-image:url(data:image/png;base64," in page and 'class="logo logo0"' in page, "the logo is not in the file")
    for part in ("<script", "<a ", "<img", "src=", "href=", "http://", "https://"):
        expect(part not in page, f"the board has {part}")
    for part in ('<span class="medal gold"', "Ånne", '<td class="s f"><b>30</b>2 tries</td>'):
        expect(part in page, f"the board lacks {part}")
    expect("Cy" not in page and "Judges" not in page, "hidden teams are on the board")


def check_results(folder):
    rows = list(csv.DictReader(io.StringIO((folder / "results.csv").read_text("utf-8-sig"))))
    expect([(row["rank"], row["team_id"], row["team"], row["organization"], row["country"], row["solved"], row["time"], row["Q"],
             row["Q tries"], row["award"]) for row in rows] ==
           [("1", "a", "Ånne", "KTH", "SWE", "1", "40", "30", "2", "Gold Medal"),
            ("2", "b", "Bob", "", "", "1", "100", "100", "1", "Gold Medal")], f"results.csv: {rows}")
    page = (folder / "results.html").read_text()
    expect("Final results" in page and "Ånne" in page and "Gold Medal" in page and "Cy" not in page, "results.html")
    expect((folder / "results.tsv").read_bytes() == (folder / "ended/results.tsv").read_bytes(), "results.tsv is another one")


def check_submissions(folder, program):
    table = list(csv.DictReader(io.StringIO((folder / "sources/submissions.csv").read_text("utf-8-sig"))))
    # The last one may have no verdict when the server stops.
    last = "b/Q/0008_WA_practice/main.py" if (folder / "sources/b/Q/0008_WA_practice").exists() else "b/Q/0008_pending_practice/main.py"
    found = {str(path.relative_to(folder / "sources")) for path in (folder / "sources").rglob("*.py")}
    expect(found == {"a/Q/0001_WA/main.py", "a/Q/0002_AC/main.py", "b/Q/0003_AC/main.py", "b/Q/0007_WA_ignored/main.py",
                     last, "c/Q/0004_AC/main.py", "c/Q/0006_WA/main.py", "j/Q/0005_RTE/main.py"}, f"sources: {sorted(found)}")
    expect({row["folder"] + "/main.py" for row in table} == found and table[1]["time"] == "0:30:00", f"submissions.csv: {table}")
    expect((folder / "sources/a/Q/0002_AC/main.py").read_text() == program, "the source is another one")
    with zipfile.ZipFile(folder / "sources.zip") as files:
        expect(set(files.namelist()) == found | {"submissions.csv"}, f"sources.zip: {files.namelist()}")


def check_names(assay, folder):
    """A file of another kind is not replaced; the name says the format."""
    (folder / "mine.html").write_text("my own")
    for option, name, text in (("--board", "mine.html", "mine.html"), ("--results", "mine.html", "mine.html"),
                               ("--results", "results.txt", "does not end in .html, .csv or .tsv"),
                               ("--submissions", "sources", "the folder has files")):
        said = publish(assay, folder, option, folder / name, status=2)
        expect(text in said, said)
    expect((folder / "mine.html").read_text() == "my own", "a file was replaced")


def check_final(assay, folder, options, program):
    said = publish(assay, folder, "--board", folder / "board.html", "--submissions", folder / "sources", *options)
    expect("board.html: the board, final" in said and "sources: 8 submissions, verdicts are final" in said, said)
    publish(assay, folder, "--submissions", folder / "sources.zip", *options)
    for name in ("results.html", "results.csv", "results.tsv", "results.csv"):
        said = publish(assay, folder, "--results", folder / name, *options)
        expect(f"{name}: results, final" in said, said)
    check_board(folder)
    check_results(folder)
    check_submissions(folder, program)
    if not options:
        check_names(assay, folder)
