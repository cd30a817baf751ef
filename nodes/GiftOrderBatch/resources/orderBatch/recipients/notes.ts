import { LONGEST_TEXT } from '../../inputSchemas';
import { isNo, type Cell, type RecordRow } from './cells';
import { isAnswer, textOf } from './cellValues';
import { isOfOthers, isOtherPerson, plain, SETS } from './columnMeaning';
import { isSameName } from './personName';

/** What the status of an email or an address says where nothing arrives. */
const UNREACHED =
	/^(?:archived|bad|former|inactive|invalid|left|offboard\w*|old|outdated|previous|rejected|retired|terminated|undeliver\w*|wrong)(?: (?:completed?|\d.*))?$/i;
/** What a note says against a gift to the person of its record, or of somebody whom no gift reaches. */
const AGAINST =
	/(?:^|, |\()(?:moved|bounce|changed jobs?|left [\d/.-]+|withdrew(?: [\d/.-]+)?|no[ -]gifts?(?:,? please| this year)?\W*)\)?$|(?:^|, ?|please )(?:died|rip|skip (?:this|for|until)|no (?:more )?gifts(?! (?:received|sent|yet))|(?:(?:(?!last|no|prev|prior)\w+ ){0,2}gift[ -]sent|sent gift)(?! last year|.*\b20\d\d))\b|\b(?:no longer(?! need| the)|left (?:the )?company|resigned|passed away|(?:client|s?he) passed (?:in|on|\d)|taken off the list|moved away|relocated|(?:bad|new|wrong) (?:address|e-?mail|person)|wrong contact|e?-?mail bounce[ds]|doesn't live|(?:cannot|can't|not(?: allowed to)?|unable to) accept|rather not (?:get|receive)|(?:declined|refused) (?:the |a )?(?:gift|offer(?! to)|prize|thank.you)|no forwarding|offer (?:declined|rescinded)|removed from (?:all gifting|the gift)|requested no gift|undeliverable|returned mail|return(?:ed)? to sender|hard[- ]bounced?|deceased|instead|(?:do[ -]not|don't)[ -](?:contact|delete|gift|mail|send|ship|use)(?! before| until)|not (?:him|her|them|to send)|last day was|verstorben|ausgeschieden|decedut[ao]|stop sending|(?:keine?|geen) \w*(?:cadeau|geschenk|pakket)\w*|n(?:ão|icht|e pas|o|on|iet) (?:en?v|inv|schick|send|ver[sz])\w*|(?:cadeau|geschenk|presente|regalo) (?:\S+ )?(?:für|para|per|pour|voor) (?:m(?:a|i[ao]?|on|ein\w*|ijn)|s(?:a|on|u[ao]?|ein\w*)|ihr\w*|zijn|haar)|uit dienst|unternehmen verlassen|ya no trabaja|ne travaille plus|delete this|(?:sample|test) row|some(?:one|body) else|on behalf of (?:my|his|her|their)|(?:send|ship) (?:it )?to (?:his|her|their)|gift for (?:him|her|them)|(?<!n't |not )already (?:\w+ ){0,4}gift(?:ed)?|gift already (?:delivered|sent|shipped)|already (?:got|has|received) (?:h[ei]rs?|his|it|one|theirs))\b/i;
/** What a note says in the words of those who write notes about others. */
const NOTED =
	/\b(?:(?:company|here) any ?more|changed compan|fired|laid off|left (?:in|on \d)|retired (?:in|last|on)|let go(?! of)|gekündigt|nicht mehr|niet meer|quitté|plus en poste|dejó|lasciato|lavora più|saiu|trabalha mais|décéd|fallec|falec|(?:pas de|refuse les|no quiere|no acepta|non vuole|não aceita) (?:cadeau|presente|regal))/i;
/** A note of one word, and maybe a date, such as "Terminated 6/2026". */
const DATED_WORD = /^([\p{L}_]{4,})[\s\d/.-]*$/u;
/** A note that somebody left a company, such as "Left Kester in June", but no message. */
const LEFT = /\b[Ll]eft (?:\p{Lu}\S* ){1,3}(?:for|in|last|on|this)\b/u;
/** Who a note says that the gift is for, such as "my sister". */
const FOR_SOMEBODY =
	/\b(?:(?:(?:this|it|gift|present|surprise|order|booking)(?:'s| is| goes| should go)?|(?:buy|giv|send|ship|deliver)(?:e|ing)? (?:it|mine|this|the \w+)|send|ship|deliver|going) (?:for|to)|address is) (?:an?|my|our|his|her|their) (\p{L}+)/giu;
/** Who a note says that the gift is for instead. */
const GIFT_FOR =
	/\b(?:(?:[Gg]ifts?(?: request)? (?:for|to)|[Rr]eplaced? (?:by|with)|[Ss]end (?:it )?to|[Ss]hip it to|[Ss]wap with|[Nn]ew contact is|[Cc]ontact is now|on behalf of) (?:[a-z]+ ){0,2}(?=\p{Lu}\p{Ll}+ \p{Lu})|[Gg]ift (?:goes|should go) to )(\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)/u;
/** What is put where something is done, as far as it is no answer: a date, or the number of a parcel. */
const MARK = /^(?:yes|done|✓|✔)|\d[/-]\d|\d{3}/i;

/** How a value begins that says no, or not yet. */
const NO =
	/^(?:[✗✘✕❌☐]|-$|(?:false|later|maybe|needs?|never|n(?!\.? \p{L})|not?|pend\w*|tb[acd]|to (?:be|do|send|ship)|waiting)\b)/iu;
/** How the status of a gift begins, besides `SENT_WORDS`, where somebody has it or gets none. */
const DONE =
	/^\P{L}*(?:claimed|denied|done\b|duplicate|in transit|(?:on )?hold\b|no gifts?(?! \w)|opted out|picked up|received|refused|returned|skip)/iu;
/** Whether the status of a gift says that somebody has it, or gets none. */
const isDone = (status: string, between: RegExp | string) =>
	/awaiting approv|declin|exclud|(?:in|not )eligible|not approved|order placed|paused|reject|remov|(?:link|email) (?:opened|sent)/i.test(
		status,
	) ||
	status.split(between).some((part) => DONE.test(part) || SETS.SENT_WORDS.has(plain(/\p{L}+/u.exec(part)?.[0] ?? '')));
/** Whether a note says so of a gift, such as "Already mailed 11/3", but not "Sent her a card last year". */
function isDoneNote(note: string): boolean {
	const [start = ''] = note
		.replace(/^\P{L}*(?:(?:already|al|bereits|cadeau|déjà|geschenk|gift|già|já|presente|regalo|schon|was|ya) )*/iu, '')
		.split(/[-–(,:!;]| \d+[/-]| (?:am|at|by|last|of|on|over|until|via) | in \D/, 1);
	return !start.trim().includes(' ') && isDone(start, ' ');
}

/** Whether a column that says whether something was sent says so of a gift. */
function saysSent({ name, value, isMark }: Cell, note: string, isGiftTable: boolean, year: string): boolean {
	const isMarked = isAnswer(value) || MARK.test(note);
	if (isGiftTable) return isMarked || !isMark;
	// What else than a gift was sent has a date or a count, or was emailed or delivered.
	const isThis = (isMarked && /basket|box|kit|link|mug/.test(name)) || name.includes(year);
	const saysYes = isAnswer(value) || /^(?:(?:yes|oui|ja)\b|done|[✓✔])/i.test(note);
	return !isMark && (isThis || (saysYes && /gifted|^mailed|sent|ship|[ei]nv|ver[sz]/.test(name)));
}

/** Whether a value says that the person or the email of its record is gone, or that somebody else gets the gift. */
function isAgainstGift(cell: Cell, whole: string, isGiftTable: boolean, year: string): boolean {
	const { name, giftFor, field, value, text } = cell;
	if (value === '') return false;
	const all = Array.isArray(value) ? value.map(textOf).join(', ') : text;
	// What was sent in this year is this gift, as in "gift-sent-2026".
	const note = all.slice(0, LONGEST_TEXT).replace(year, '');
	const saysNo = () => value === false || NO.test(note) || SETS.NOT_SO.has(plain(note));
	if (cell.isGone && (field && !isAnswer(value) ? isSameName(note, whole) : !isNo(cell))) return true;
	// A count of emails may be 0.
	if ((cell.isForSelf || (cell.isValidity && text !== '0')) && saysNo()) return true;
	if (cell.isForSelf && !cell.isRoleOnly && isDone(note, '\n')) return true;
	if (cell.isGiftStatus && isGiftTable) {
		if (isDone(note, cell.isState ? '\n' : /[(,;:]| - /) || (name.includes('gift') && /^complete/i.test(note)))
			return true;
	}
	if (cell.isStatus && (UNREACHED.test(note) || isOfOthers(note))) return true;
	if (giftFor !== undefined && (isOfOthers(note) || (isOfOthers(giftFor) && !isNo(cell)))) return true;
	const isSent = (cell.isMark || cell.isSent) && saysSent(cell, note, isGiftTable, year);
	const isForOthers = cell.isForOthers && !note.startsWith('http');
	if ((isForOthers || isSent) && !isNo(cell) && !saysNo()) return true;
	if (isGiftTable && /^declined\b/i.test(note)) return true;
	if (cell.isNote && (NOTED.test(note) || (isGiftTable && isDoneNote(note)))) return true;
	if (AGAINST.test(note)) return true;
	const [, word] = DATED_WORD.exec(note) ?? [];
	if (word !== undefined) return SETS.GONE_WORDS.has(plain(word));
	if (!note.includes(' ')) return false;
	if (LEFT.test(note)) return true;
	const [, other] = GIFT_FOR.exec(note) ?? [];
	const isForOther = other !== undefined && !isSameName(other, whole);
	// `matchAll` copies the expression each time, and most notes have no match.
	const matches = note.search(FOR_SOMEBODY) < 0 ? [] : [...note.matchAll(FOR_SOMEBODY)];
	return isForOther || matches.some(([, who = '']) => isOtherPerson(plain(who)));
}

/** The column that says that the person of a record is gone, or that they have a gift or get none. @param whole their name */
export function columnAgainstGift({ cells, isGiftTable }: RecordRow, whole: string): Cell | undefined {
	const year = String(new Date().getFullYear());
	return cells.find((cell) => isAgainstGift(cell, whole, isGiftTable, year));
}
