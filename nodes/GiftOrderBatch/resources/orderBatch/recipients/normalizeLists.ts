import { splitWords } from '../../../api/values';

const rowsOf = (text: string) => text.split(';').map((row) => splitWords(row));

/** Lower-case texts that exports put where nothing is. */
export const PLACEHOLDERS = new Set([
	...splitWords(`#n/a #na #ref! #value! #name? #null! #div/0! #num! #error! n/a n.a. - -- --- – — . ? / tbd tba undefined
		(blank) (none) (null) (unknown)`),
	'n. a.',
	'n.d.',
	'same as above',
	'[object object]',
]);

/** Words that are no value of any column, although a few people's last name is "Null" or "None". */
export const EMPTY_WORDS = new Set(splitWords('null none unknown nil nan'));

/** The ways in which systems and languages write the one country that is supported, without spaces and punctuation. */
export const US_NAMES = new Set(
	splitWords(`us usa america puertorico guam unitedstates theunitedstates unitedstatesofamerica theunitedstatesofamerica
	unitedstatesus usunitedstates usofa unitedstatesusa vereinigtestaaten vereinigtestaatenvonamerika etatsunis
	etatsunisdamerique estadosunidos estadosunidosdeamerica eeuu eua statiuniti verenigdestaten vs сша アメリカ アメリカ合衆国 米国
	合衆国`),
);

/** Area codes of the North American Numbering Plan that belong to Canada, the Caribbean and Bermuda. */
export const FOREIGN_AREA_CODES = new Set(
	splitWords(`204 226 236 242 246 249 250 257 263 264 268 284 289 306 343 345 354 365 367 368 382 387 403 416 418 428 431 437
	438 441 450 460 468 473 474 506 514 519 537 548 568 579 581 584 587 600 604 613 622 633 639 644 647 649 655 658 664
	672 677 683 688 705 709 721 742 753 758 767 778 780 782 784 807 809 819 825 829 849 867 868 869 873 876 879 902 905
	942`),
);

/** The states and territories of the US, and the places of its military post, each by its postal code and its names. */
export const US_STATES = new Map(
	rowsOf(
		`al alabama; ak alaska; az arizona; ar arkansas; ca california; co colorado; ct connecticut; de delaware; fl florida;
	ga georgia; hi hawaii; id idaho; il illinois; in indiana; ia iowa; ks kansas; ky kentucky; la louisiana; me maine; md
	maryland; ma massachusetts; mi michigan; mn minnesota; ms mississippi; mo missouri; mt montana; ne nebraska; nv
	nevada; nh newhampshire; nj newjersey; nm newmexico; ny newyork; nc northcarolina; nd northdakota; oh ohio; ok
	oklahoma; or oregon; pa pennsylvania; ri rhodeisland; sc southcarolina; sd southdakota; tn tennessee; tx texas; ut
	utah; vt vermont; va virginia; wa washington; wv westvirginia; wi wisconsin; wy wyoming; dc districtofcolumbia
	washingtondc; as americansamoa; gu guam; mp northernmarianaislands; pr puertorico; vi virginislands usvirginislands;
	fm micronesia; mh marshallislands; pw palau; aa; ae; ap`,
	).flatMap(([code = '', ...names]) => [code, ...names].map((name) => [name, code] as const)),
);

/** The states of ZIP codes, by the first three digits that ranges of them begin with. */
export const ZIP_STATES = rowsOf(
	`005 ny; 006 pr vi; 010 ma; 028 ri; 030 nh; 039 me; 050 vt; 055 ma; 056 vt; 060 ct ny; 070 nj; 090 ae; 100 ny; 150
	pa; 197 de; 200 dc; 201 va; 202 dc; 206 md; 220 va; 247 wv va; 270 nc; 290 sc; 300 ga; 320 fl; 340 aa fl; 350 al;
	370 tn; 386 ms; 398 ga; 400 ky; 422 ky tn; 423 ky; 430 oh; 460 in; 480 mi; 500 ia; 530 wi; 550 mn; 569 dc; 570 sd; 580 nd; 590 mt; 600
	il; 630 mo; 660 ks; 680 ne; 700 la; 716 ar; 730 ok tx; 750 tx ok; 800 co; 820 wy; 832 id; 834 id wy; 835 id; 840 ut; 850 az; 870 nm;
	885 tx; 889 nv; 900 ca; 962 ap; 967 hi gu as mp pw fm mh; 970 or; 980 wa; 995 ak`,
).map(([start = '', ...states]) => ({ start, states }));

/** Those of them whose ZIP codes begin with 0. */
export const ZERO_STATES = new Set(
	ZIP_STATES.filter(({ start }) => start.startsWith('0')).flatMap(({ states }) => states),
);
