const list = (text: string) => text.trim().split(/\s+/);

/** Lower-case texts that exports put where nothing is. */
export const PLACEHOLDERS = new Set([
	...list(`#n/a #na #ref! #value! #name? #null! #div/0! #num! #error! n/a n.a. - -- --- – — . ? / tbd tba undefined
		(blank) (none) (null) (unknown)`),
	'n. a.',
	'[object object]',
]);

/** Words that are no value of any column, although a few people's last name is "Null" or "None". */
export const EMPTY_WORDS = new Set(list('null none unknown nil nan'));

/** The ways in which systems and languages write the one country that is supported, without spaces and punctuation. */
export const US_NAMES =
	list(`us usa america unitedstates theunitedstates unitedstatesofamerica theunitedstatesofamerica unitedstatesus
	usunitedstates usofa vereinigtestaaten vereinigtestaatenvonamerika diusa etatsunis lesetatsunis etatsunisdamerique
	estadosunidos losestadosunidos estadosunidosdeamerica estadosunidosdaamerica eeuu eua statiuniti statiunitidamerica
	verenigdestaten verenigdestatenvanamerika vs сша соединенныештаты соединенныештатыамерики stanyzjednoczone
	stanyzjednoczoneameryki forentastaterna アメリカ アメリカ合衆国 米国 合衆国 美国 美國 美利坚合众国 미국 미합중국`);

/** Area codes of the North American Numbering Plan that belong to Canada, the Caribbean and Bermuda. */
export const FOREIGN_AREA_CODES = new Set(
	list(`204 226 236 242 246 249 250 257 263 264 268 284 289 306 343 345 354 365 367 368 382 387 403 416 418 428 431 437
	438 441 450 460 468 473 474 506 514 519 537 548 568 579 581 584 587 600 604 613 622 633 639 644 647 649 655 658 664
	672 677 683 688 705 709 721 742 753 758 767 778 780 782 784 807 809 819 825 829 849 867 868 869 873 876 879 902 905
	942`),
);

/** The states and territories of the US with their postal codes, and the places of its military post. */
export const US_STATES = new Set(
	list(`al alabama ak alaska az arizona ar arkansas ca california co colorado ct connecticut de delaware fl florida ga georgia
	hi hawaii id idaho il illinois in indiana ia iowa ks kansas ky kentucky la louisiana me maine md maryland ma massachusetts
	mi michigan mn minnesota ms mississippi mo missouri mt montana ne nebraska nv nevada nh newhampshire nj newjersey nm newmexico
	ny newyork nc northcarolina nd northdakota oh ohio ok oklahoma or oregon pa pennsylvania ri rhodeisland sc southcarolina
	sd southdakota tn tennessee tx texas ut utah vt vermont va virginia wa washington wv westvirginia wi wisconsin wy wyoming
	dc districtofcolumbia washingtondc as americansamoa gu guam mp northernmarianaislands pr puertorico vi virginislands
	usvirginislands fm micronesia mh marshallislands pw palau aa ae ap`),
);

/** Those of them whose ZIP codes begin with 0. */
export const ZERO_STATES = new Set(
	list(`ct connecticut ma massachusetts me maine nh newhampshire nj newjersey ri rhodeisland vt vermont pr puertorico
	vi virginislands usvirginislands ny newyork ae`),
);
