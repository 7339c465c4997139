/* SPDX-License-Identifier: MIT */
/* The style of the page. It follows the reader's light or dark colour scheme. On a phone it has one
 * column, in which each submission is a card with its tests. */
#include "page.h"

/* A row becomes a block, each cell with the name of its test above it. */
#define CARDS(table)                                                                               \
	table "," table " tbody{display:block}" table " thead{display:none}" table                 \
	      " tbody tr{display:flex;flex-wrap:wrap;padding:10px 8px}" table                      \
	      " tbody tr+tr{border-top:1px solid var(--line)}" table                               \
	      " tbody tr:nth-child(n)>*{border:0}" table " .rest{display:none}" table              \
	      " .name{position:static;flex:0 0 60%;min-width:0;max-width:none;border:0;"           \
	      "padding:0 4px 6px;background:none}" table                                           \
	      " .fate{flex:0 0 40%;padding:0 4px 6px;white-space:normal}" table                    \
	      " td.cell{flex:0 1 auto;height:auto;max-width:50%;padding:2px 3px 6px}" table        \
	      " td.cell::before{content:attr(data-test);display:block;color:var(--dim);"           \
	      "font-size:.7rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}" table   \
	      ".dense td.cell{max-width:44px;padding:1px 1px 4px}" table                           \
	      ".dense td.cell::before{direction:rtl;font-size:.6rem}"

const char as_page_style[] = AS_HTML_STYLE_BASE
	".package+.package{margin-top:64px;border-top:1px solid "
	"var(--line);padding-top:40px}" AS_HTML_STYLE_PARTS
	"nav.card{padding:6px 14px;overflow-x:auto}nav+.package{margin-top:40px}"
	"table.contents{width:100%}table.contents th{color:var(--dim);font-size:.85rem;"
	"padding:4px 12px 4px 0}table.contents td{border-top:1px solid var(--line);"
	"padding:7px 12px 7px 0}table.contents .title a{font-weight:600}"
	"table.contents .number{text-align:right}table.contents code{color:var(--dim);"
	"overflow-wrap:anywhere}"
	"ul.findings{list-style:none;margin:0;padding:0}"
	"ul.findings li{display:grid;grid-template-columns:84px 1fr;gap:2px 12px;padding:10px 14px}"
	"ul.findings li+li{border-top:1px solid var(--line)}"
	"ul.findings li:target,table.matrix tr:target>*,table.matrix th:target{"
	"background:var(--slow-bg)}"
	"ul.findings .where{color:var(--dim);overflow-wrap:anywhere}"
	"ul.findings p{margin:0;overflow-wrap:anywhere;grid-column:2}"
	".level{border-radius:5px;font-size:.78rem;font-weight:600;text-align:center;padding:1px 0;"
	"align-self:start}"
	".level.error{background:var(--bad-bg);color:var(--bad)}"
	".level.warning{background:var(--warn-bg);color:var(--warn)}"
	".level.info{background:var(--grey-bg);color:var(--grey)}"
	"a.level{display:inline-block;padding:0 7px;text-decoration:none}" AS_HTML_STYLE_MATRIX
	".message{padding:10px 14px;scroll-margin:20px}"
	".message+.message{border-top:1px solid var(--line)}"
	".message pre{margin:6px 0 0;max-height:20em;overflow:auto;font-size:.82rem;"
	"white-space:pre-wrap;overflow-wrap:anywhere}"
	"td.cell.wrong span{outline:2px solid "
	"var(--bad);outline-offset:-1px}" AS_HTML_STYLE_VERDICTS
	".as{color:var(--ok)}.not{color:var(--bad);font-weight:600}"
	"svg{display:block}svg text{fill:var(--dim);font-size:11px;"
	"font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}"
	"svg .grid{stroke:var(--line)}svg .limit{stroke:var(--bad);stroke-width:1.5}"
	"svg .margin{stroke:var(--bad);stroke-dasharray:4 4;opacity:.7}"
	"svg .limit-text{fill:var(--bad);font-weight:600}"
	"svg .limit-text,svg .margin-text{paint-order:stroke;stroke:var(--card);stroke-width:4px}"
	"svg .dot{stroke:var(--card);stroke-width:1}"
	"svg .fast{fill:var(--ok)}svg .slow{fill:var(--slow)}svg .other{fill:var(--grey)}"
	"svg .waited{fill:var(--card);stroke-width:2}svg .fast.waited{stroke:var(--ok)}"
	"svg .slow.waited{stroke:var(--slow)}svg .other.waited{stroke:var(--grey)}"
	".dot-key{display:inline-block;width:10px;height:10px;border-radius:50%;margin-right:6px}"
	".dot-key.fast{background:var(--ok)}.dot-key.slow{background:var(--slow);border-radius:2px}"
	".dot-key.other{background:var(--grey)}"
	"@media(max-width:600px){main{padding:16px 12px 48px}h1{font-size:1.35rem}"
	"ul.findings li{grid-template-columns:1fr}ul.findings p{grid-column:1}"
	"ul.findings .level{justify-self:start;padding:1px 10px}"
	"table.contents code{display:block}table.contents "
	".number{display:none}.scroll.tall{max-height:none}" CARDS(
		"table.matrix") "}"
				"@media "
				"print{:root{--bg:#fff}*{print-color-adjust:exact;-webkit-print-"
				"color-adjust:exact}"
				"main{max-width:none;padding:0}.scroll,.scroll.tall,.message "
				"pre{max-"
				"height:none;overflow:visible}"
				"table.matrix thead{position:static}tr,.tile,ul.findings "
				"li{break-inside:avoid}"
				"h2{break-after:avoid}svg{min-width:0!important}.package+.package{"
				"break-before:page;margin:0;border:0;padding:0}.tiles{grid-"
				"template-columns:repeat(6,1fr)}" CARDS("table.matrix.wide") "}";
