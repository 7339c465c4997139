/* SPDX-License-Identifier: MIT */
#include <assay/base/letters.h>

#include "text.h"

#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <wctype.h>

/* ---- classes ---- */

/* Loading the locale takes a millisecond, and a submission may have a thousand names. */
static pthread_once_t letters_once = PTHREAD_ONCE_INIT;
static locale_t letters;

static void letters_load(void)
{
	letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

/* Letters and marks that are not visible: fillers, joiners and variation selectors. Two names that
 * differ by these look the same. */
static bool letter_is_invisible(uint32_t code)
{
	return code == 0x34F || code == 0x115F || code == 0x1160 || code == 0x17B4 ||
	       code == 0x17B5 || (code >= 0x180B && code <= 0x180F) || code == 0x3164 ||
	       (code >= 0xFE00 && code <= 0xFE0F) || code == 0xFFA0 || code >= 0xE0000;
}

size_t as_letter_size(const char *text, bool is_first)
{
	const unsigned char first = (unsigned char)*text;
	uint32_t code;

	if (first < 0x80)
		return isalnum(first) ? 1 : 0;
	const size_t size = as_utf8_decode(text, strnlen(text, 4), &code);
	if (size == 0 || letter_is_invisible(code))
		return 0;
	pthread_once(&letters_once, letters_load);
	if (!letters)
		return 0;
	const bool is_mark = iswctype_l(code, wctype_l("combining", letters), letters);
	return (is_mark ? !is_first : iswalnum_l(code, letters)) ? size : 0;
}

/* ---- composition ---- */

/* By mark: letters, each followed by its composition with the mark. From the decompositions of the
 * Unicode Character Database. */
static const struct {
	uint32_t mark;
	const wchar_t *pairs;
} compositions[] = {
	{0x300, L"AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹЕЀИЍеѐиѝĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"
		L"ἀἂἁἃἈἊἉἋἐἒἑἓἘἚἙἛἠἢἡἣἨἪἩἫἰἲἱἳἸἺἹἻὀὂὁὃὈὊὉὋὐὒὑὓὙὛὠὢὡὣὨὪὩὫαὰεὲηὴιὶοὸυὺωὼΑᾺΕῈΗῊϊῒ"
		L"ΙῚϋῢΥῪΟῸΩῺ"},
	{0x301, L"AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzźÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿΑΆΕΈΗΉΙΊ"
		L"ΟΌΥΎΩΏϊΐαάεέηήιίϋΰοόυύωώϒϓГЃКЌгѓкќÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓPṔpṕŨṸũṹWẂwẃÂẤ"
		L"âấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứἀἄἁἅἈἌἉἍἐἔἑἕἘἜἙἝἠἤἡἥἨἬἩἭἰἴἱἵἸἼἹἽὀὄὁὅὈὌὉὍὐὔὑὕὙὝὠὤὡὥὨὬὩὭ"},
	{0x302, L"AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷZẐzẑẠẬạậẸỆẹệỌỘọộ"},
	{0x303, L"AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡƯỮưữYỸyỹ"},
	{0x304, L"AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭȮȰȯȱYȲyȳИӢиӣУӮуӯGḠgḡḶḸḷḹṚṜṛṝ"
		L"αᾱΑᾹιῑΙῙυῡΥῩ"},
	{0x306, L"AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭУЎИЙийуўЖӁжӂАӐаӑЕӖеӗȨḜȩḝẠẶạặαᾰΑᾸιῐΙῘυῠΥῨ"},
	{0x307, L"CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄnṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪ"
		L"tṫWẆwẇXẊxẋYẎyẏſẛ"},
	{0x308, L"AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸΙΪΥΫιϊυϋϒϔЕЁІЇеёіїАӒаӓӘӚәӛЖӜжӝЗӞзӟИӤиӥОӦоӧӨӪөӫЭӬэӭУӰ"
		L"уӱЧӴчӵЫӸыӹHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"},
	{0x309, L"AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"},
	{0x30A, L"AÅaåUŮuůwẘyẙ"},
	{0x30B, L"OŐoőUŰuűУӲуӳ"},
	{0x30C, L"CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒUǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"},
	{0x30F, L"AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕѴѶѵѷ"},
	{0x311, L"AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"},
	{0x313, L"αἀΑἈεἐΕἘηἠΗἨιἰΙἸοὀΟὈυὐωὠΩὨρῤ"},
	{0x314, L"αἁΑἉεἑΕἙηἡΗἩιἱΙἹοὁΟὉυὑΥὙωὡΩὩρῥΡῬ"},
	{0x31B, L"OƠoơUƯuư"},
	{0x323, L"BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụ"
		L"ƯỰưựYỴyỵ"},
	{0x324, L"UṲuṳ"},
	{0x325, L"AḀaḁ"},
	{0x326, L"SȘsșTȚtț"},
	{0x327, L"CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"},
	{0x328, L"AĄaąEĘeęIĮiįUŲuųOǪoǫ"},
	{0x32D, L"DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"},
	{0x32E, L"HḪhḫ"},
	{0x330, L"EḚeḛIḬiḭUṴuṵ"},
	{0x331, L"BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"},
	{0x342, L"ἀἆἁἇἈἎἉἏἠἦἡἧἨἮἩἯἰἶἱἷἸἾἹἿὐὖὑὗὙὟὠὦὡὧὨὮὩὯαᾶηῆιῖϊῗυῦϋῧωῶ"},
	{0x345, L"ἀᾀἁᾁἂᾂἃᾃἄᾄἅᾅἆᾆἇᾇἈᾈἉᾉἊᾊἋᾋἌᾌἍᾍἎᾎἏᾏἠᾐἡᾑἢᾒἣᾓἤᾔἥᾕἦᾖἧᾗἨᾘἩᾙἪᾚἫᾛἬᾜἭᾝἮᾞἯᾟὠᾠὡᾡὢᾢὣᾣὤᾤὥᾥ"
		L"ὦᾦὧᾧὨᾨὩᾩὪᾪὫᾫὬᾬὭᾭὮᾮὯᾯὰᾲαᾳάᾴᾶᾷΑᾼὴῂηῃήῄῆῇΗῌὼῲωῳώῴῶῷΩῼ"},
	{0x3099, L"かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべ"
		 L"ほぼうゔゝゞカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバ"
		 L"ヒビフブヘベホボウヴワヷヰヸヱヹヲヺヽヾ"},
	{0x309A, L"はぱひぴふぷへぺほぽハパヒピフプヘペホポ"},
};

/* 0: the two have no composition. */
static uint32_t compose_pair(uint32_t letter, uint32_t mark)
{
	for (size_t i = 0; i < sizeof(compositions) / sizeof(*compositions); i++)
		if (compositions[i].mark == mark)
			for (const wchar_t *pair = compositions[i].pairs; *pair; pair += 2)
				if ((uint32_t)pair[0] == letter)
					return (uint32_t)pair[1];
	/* The syllables of Korean are computed (Unicode 3.12). */
	if (letter >= 0x1100 && letter < 0x1113 && mark >= 0x1161 && mark < 0x1176)
		return 0xAC00 + ((letter - 0x1100) * 21 + (mark - 0x1161)) * 28;
	if (letter >= 0xAC00 && letter < 0xD7A4 && (letter - 0xAC00) % 28 == 0 && mark > 0x11A7 &&
		mark < 0x11C3)
		return letter + (mark - 0x11A7);
	return 0;
}

static size_t encode(uint32_t code, char *to)
{
	if (code < 0x800) {
		to[0] = (char)(0xC0 | code >> 6);
		to[1] = (char)(0x80 | (code & 0x3F));
		return 2;
	}
	to[0] = (char)(0xE0 | code >> 12);
	to[1] = (char)(0x80 | (code >> 6 & 0x3F));
	to[2] = (char)(0x80 | (code & 0x3F));
	return 3;
}

void as_letters_compose(char *text)
{
	const char *const end = text + strlen(text);
	uint32_t last = 0, code;
	char *to = text, *begin = text; /* `begin`: the last character that was written */

	/* No composition is longer than its parts. */
	for (const char *from = text; from < end;) {
		const size_t size = as_utf8_decode(from, (size_t)(end - from), &code);
		const uint32_t composed = size ? compose_pair(last, code) : 0;
		if (composed) {
			to = begin + encode(composed, begin);
			last = composed;
		} else {
			begin = to;
			last = size ? code : 0;
			memmove(to, from, size ? size : 1);
			to += size ? size : 1;
		}
		from += size ? size : 1;
	}
	*to = '\0';
}
