/* SPDX-License-Identifier: MIT */
/**
 * style: the common parts of the pages' style sheets, as texts to concatenate. They follow the
 * reader's light or dark colour scheme. Part of html.h.
 */
#ifndef ASSAY_HTML_STYLE_H
#define ASSAY_HTML_STYLE_H

/** The colours, and the rules for every page. */
#define AS_HTML_STYLE_BASE                                                                         \
	":root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b2230;--dim:#5c6675;"      \
	"--line:#dfe3ea;--soft:#eef1f5;--ok:#177245;--ok-bg:#dcf3e6;--bad:#b3261e;"                \
	"--bad-bg:#fbe0de;--warn:#8a5a00;--warn-bg:#fdeecb;--slow:#1c5fa8;"                        \
	"--slow-bg:#dbe9fa;--crash:#7a3aa0;--crash-bg:#f0e2f9;--grey:#5c6675;"                     \
	"--grey-bg:#e6e9ee}"                                                                       \
	"@media(prefers-color-scheme:dark){:root{--bg:#12161d;--card:#1a202a;--ink:#e6eaf0;"       \
	"--dim:#97a2b3;--line:#2d3643;--soft:#222a36;--ok:#6fd6a0;--ok-bg:#163626;--bad:#ff9d94;"  \
	"--bad-bg:#471d1b;--warn:#f3c566;--warn-bg:#3f3011;--slow:#8fc1ff;--slow-bg:#17304f;"      \
	"--crash:#d9a8f5;--crash-bg:#371f48;--grey:#97a2b3;--grey-bg:#2a323e}}"                    \
	"*{box-sizing:border-box}"                                                                 \
	"body{margin:0;background:var(--bg);color:var(--ink);"                                     \
	"font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}"          \
	"main{max-width:1600px;margin:0 auto;padding:24px 16px 64px}"                              \
	"h1{font-size:1.7rem;line-height:1.2;margin:0;overflow-wrap:anywhere}"                     \
	"h2{font-size:1.05rem;margin:32px 0 10px}"                                                 \
	"a{color:inherit}a:focus-visible,.scroll:focus-visible{outline:2px solid var(--slow);"     \
	"outline-offset:2px}"                                                                      \
	"code,.mono{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;"         \
	"font-size:.9em}"

/** Headings, chips, tiles, cards and scrolling boxes. */
#define AS_HTML_STYLE_PARTS                                                                        \
	".head{display:flex;gap:12px 16px;align-items:center;flex-wrap:wrap}"                      \
	".sub{color:var(--dim);margin:4px 0 0}"                                                    \
	".chip{display:inline-block;border-radius:999px;padding:2px 12px;font-weight:600;"         \
	"white-space:nowrap}"                                                                      \
	".chip.good{background:var(--ok-bg);color:var(--ok)}"                                      \
	".chip.bad{background:var(--bad-bg);color:var(--bad)}"                                     \
	".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;"   \
	"margin:20px 0 0}"                                                                         \
	".tile{background:var(--card);border:1px solid var(--line);border-radius:10px;"            \
	"padding:12px 14px;min-width:0}"                                                           \
	".tile b{display:block;font-size:1.35rem;line-height:1.25;"                                \
	"font-variant-numeric:tabular-nums}"                                                       \
	".tile span{color:var(--dim);font-size:.85rem;overflow-wrap:anywhere}"                     \
	".card{background:var(--card);border:1px solid var(--line);border-radius:10px}"            \
	".scroll{overflow-x:auto;-webkit-overflow-scrolling:touch}"                                \
	".scroll.tall{max-height:90vh;overflow:auto;border-radius:10px 10px 0 0}"

/** The rules of tables, and of a matrix of programs and tests with its legend. */
#define AS_HTML_STYLE_MATRIX                                                                       \
	"table{border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums}"       \
	"th,td{padding:0;text-align:left;font-weight:400}"                                         \
	"table.matrix{font-size:.82rem}"                                                           \
	"table.matrix thead{position:sticky;top:0;z-index:2}"                                      \
	"table.matrix thead th{background:var(--card);color:var(--dim);vertical-align:bottom;"     \
	"padding:6px 2px}table.matrix thead th[scope=col]{padding-bottom:8px}"                     \
	"table.matrix tbody tr{scroll-margin:200px 0 40px}"                                        \
	"table.matrix tbody tr:first-child>*{border-top:1px solid var(--dim)}"                     \
	"table.matrix thead .group{border-left:1px solid var(--line);padding:8px 8px 0;"           \
	"font-weight:600;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}"               \
	"table.matrix thead .test{writing-mode:vertical-rl;transform:rotate(180deg);"              \
	"text-align:left;max-height:150px;overflow:hidden;text-overflow:ellipsis;"                 \
	"white-space:nowrap;line-height:1.2;padding:2px 6px;margin:0 auto}"                        \
	"table.matrix .name{position:sticky;left:0;background:var(--card);z-index:1;"              \
	"border-right:1px solid var(--line);padding:6px 12px;min-width:230px;max-width:320px;"     \
	"overflow-wrap:anywhere}"                                                                  \
	"table.matrix tbody tr+tr>*{border-top:1px solid var(--line)}"                             \
	"table.matrix .name small{display:block;color:var(--dim)}"                                 \
	"table.matrix .fate{padding:6px 10px;white-space:nowrap}"                                  \
	"table.matrix .fate small{display:block;color:var(--dim)}"                                 \
	"td.cell{min-width:44px;height:38px;padding:2px;text-align:center}"                        \
	"td.cell span{display:flex;flex-direction:column;justify-content:center;height:34px;"      \
	"border-radius:5px;font-weight:600;line-height:1.15;padding:0 3px}"                        \
	"table.matrix{width:100%}td.rest{width:100%}"                                              \
	".dense td.cell{min-width:24px;height:28px;padding:1px}"                                   \
	".dense td.cell span{height:26px;border-radius:3px;font-size:.62rem;padding:0 1px}"        \
	".dense .name{min-width:170px!important}"                                                  \
	"table.dense thead .test{padding:2px 0}table.dense thead .group{max-width:0}"              \
	"td.cell small{font-weight:400;font-size:.74rem;opacity:.85;white-space:nowrap}"           \
	".legend{display:flex;flex-wrap:wrap;gap:6px 16px;color:var(--dim);font-size:.82rem;"      \
	"padding:10px 14px;border-top:1px solid var(--line)}"                                      \
	".none-found{padding:14px;color:var(--dim)}"                                               \
	"footer{color:var(--dim);font-size:.85rem;margin-top:40px}"

/** The colours of verdicts, for the span in a cell and for the key. */
#define AS_HTML_STYLE_VERDICTS                                                                     \
	".AC span,.key.AC{background:var(--ok-bg);color:var(--ok)}"                                \
	".WA span,.key.WA{background:var(--bad-bg);color:var(--bad)}"                              \
	".TLE span,.key.TLE{background:var(--slow-bg);color:var(--slow)}"                          \
	".RTE span,.MLE span,.OLE span,.SV span,.key.RTE,.key.MLE,.key.OLE,.key.SV"                \
	"{background:var(--crash-bg);color:var(--crash)}"                                          \
	".JE span,.key.JE{background:var(--warn-bg);color:var(--warn)}"                            \
	".CE span,.key.CE,.none span{background:var(--grey-bg);color:var(--grey)}"                 \
	".key{display:inline-block;border-radius:5px;padding:0 7px;font-weight:600;"               \
	"font-size:.82rem}"

#endif
