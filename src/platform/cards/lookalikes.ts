import { isCertain } from './digits.js';
import type { Group } from './rows.js';

/**
 * What a group of digits is, if not part of a card number. `firm` is never cut, and only a known
 * issuer with its length counts around it: dates, times, telephone and article numbers. `loose` gives
 * way to groups that are typed like a card number: amounts and quantities.
 */
export type Lookalike = 'none' | 'loose' | 'firm';

type Marks = Lookalike[];

const SPACED = /^[.,;:!?)\]"']?\s+[("'[]?$|^[,;()[\]"'|]+$/;
/** Between entries of a list. */
const LISTED = /[,;\n\r\t|×+=]/;

const isBetween = (text: string, low: number, high: number): boolean =>
  Number(text) >= low && Number(text) <= high;

/** Whether what stands before the group separates words rather than digits of one number. */
const isApart = (group: Group | undefined): boolean =>
  group === undefined || group.gap === '' || SPACED.test(group.gap);

const isDay = (year: string, month: string, day: string): boolean =>
  year.length === 4 &&
  isBetween(year, 1900, 2199) &&
  month.length <= 2 &&
  isBetween(month, 1, 12) &&
  day.length <= 2 &&
  isBetween(day, 1, 31);

/** `2026-11-16`, `16.11.2026` and `11/16/2026`. */
function isDate([a, b, c]: readonly Group[], after: Group | undefined): boolean {
  if (!(a && b && c) || b.digits.length > 2 || b.gap !== c.gap) return false;
  if (!/^[-./]$/.test(b.gap) || !isApart(a) || !isApart(after)) return false;
  return (
    isDay(a.digits, b.digits, c.digits) ||
    isDay(c.digits, b.digits, a.digits) ||
    isDay(c.digits, a.digits, b.digits)
  );
}

/** How many groups are a time: `13:38`, `13:38:44`, `13:38:44.123456`; 0 if they are none. */
function timeAt(groups: readonly Group[], from: number): number {
  const [hour, minute, second, fraction] = groups.slice(from, from + 4);
  if (hour?.digits.length !== 2 || !isBetween(hour.digits, 0, 23)) return 0;
  if (!isApart(hour) && !/^[+-]$/.test(hour.gap)) return 0;
  const isSixtieth = (group: Group | undefined): boolean =>
    group?.gap === ':' && group.digits.length === 2 && isBetween(group.digits, 0, 59);
  if (!isSixtieth(minute)) return 0;
  if (!isSixtieth(second)) return 2;
  return fraction?.gap === '.' && fraction.digits.length <= 9 ? 4 : 3;
}

/** How many groups are an amount: `12.50`, `12,50`, `1,234.50`; 0 if they are none. */
function amountAt(groups: readonly Group[], from: number): number {
  const first = groups[from];
  if (first === undefined || first.digits.length > 6) return 0;
  let at = from + 1;
  const thousands = groups[at]?.gap;
  if (first.digits.length <= 3 && (thousands === ',' || thousands === '.')) {
    while (groups[at]?.gap === thousands && groups[at]?.digits.length === 3) at += 1;
  }
  const cents = groups[at];
  const after = groups[at + 1];
  if (cents?.digits.length !== 2 || (cents.gap !== '.' && cents.gap !== ',')) return 0;
  if (first.gap === cents.gap || after?.gap === cents.gap) return 0;
  return at + 1 - from;
}

const PHONE_GAP = /^[ \u00a0./()-]{1,3}$/;
const MAX_PHONE = 15;
const MIN_PHONE = 7;

/** How many groups a telephone number has that starts with a plus sign; 0 if they are none. */
function phoneAt(groups: readonly Group[], from: number, lead: string): number {
  const first = groups[from];
  if (first === undefined || !(from === 0 ? lead : first.gap).endsWith('+')) return 0;
  let digits = first.digits;
  let count = 1;
  for (; ; count += 1) {
    const group = groups[from + count];
    if (group === undefined || !PHONE_GAP.test(group.gap)) break;
    if (digits.length + group.digits.length > MAX_PHONE) break;
    digits += group.digits;
  }
  const isPhone = digits.length >= MIN_PHONE && digits.length <= MAX_PHONE && !isCertain(digits);
  return isPhone ? count : 0;
}

/** `(212) 555-0101`, `212-555-0101` and `212.555.0101`. */
function isNorthAmerican([area, exchange, line]: readonly Group[], after?: Group): boolean {
  if (area?.digits.length !== 3 || exchange?.digits.length !== 3) return false;
  if (line?.digits.length !== 4 || !/^[-.]$/.test(line.gap)) return false;
  const isJoined = exchange.gap === line.gap || /^\) ?$/.test(exchange.gap);
  return isJoined && area.gap !== line.gap && after?.gap !== line.gap;
}

/** GS1: weights 3 and 1 from the right. */
function isArticle(digits: string): boolean {
  if (digits.length < 12 || digits.length > 14) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const value = digits.charCodeAt(digits.length - 1 - i) - 48;
    sum += i % 2 === 1 ? value * 3 : value;
  }
  return sum % 10 === 0;
}

function firmAt(groups: readonly Group[], from: number, lead: string): number {
  const phone = phoneAt(groups, from, lead);
  if (phone > 0) return phone;
  const three = groups.slice(from, from + 3);
  const after = groups[from + 3];
  if (isDate(three, after) || isNorthAmerican(three, after)) return 3;
  const time = timeAt(groups, from);
  if (time > 0) return time;
  return isArticle(groups[from]?.digits ?? '') ? 1 : 0;
}

/** A count of at most three digits in a list, or beside an amount. */
function isQuantity(groups: readonly Group[], marks: Marks, at: number): boolean {
  const group = groups[at];
  if (group === undefined || group.digits.length > 3) return false;
  if (group.digits.length > 1 && group.digits.startsWith('0')) return false;
  const isEdge = (gap: string | undefined): boolean =>
    gap === undefined || gap === '' || LISTED.test(gap);
  const isBeside = (next: number, gap: string | undefined): boolean =>
    isEdge(gap) || (marks[next] !== 'none' && marks[next] !== undefined && /\s/.test(gap ?? ''));
  return isBeside(at - 1, group.gap) && isBeside(at + 1, groups[at + 1]?.gap);
}

/** What each group of a row is; `lead` is the character before the row. */
export function lookalikesIn(groups: readonly Group[], lead: string): Lookalike[] {
  const marks: Marks = groups.map(() => 'none');
  for (let at = 0; at < groups.length; ) {
    const firm = firmAt(groups, at, lead);
    const count = firm || amountAt(groups, at);
    marks.fill(firm > 0 ? 'firm' : 'loose', at, at + count);
    at += count || 1;
  }
  for (let at = 0; at < groups.length; at += 1) {
    if (marks[at] === 'none' && isQuantity(groups, marks, at)) marks[at] = 'loose';
  }
  return marks;
}
