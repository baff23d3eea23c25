import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

export type FoundCustomer = {
  id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string;
  customer_card: string | null;
  customer_group: string | null;
  tax_exemption: string | null;
  loyalty_points: number;
  is_active: boolean;
  created_at: Date;
  /** 0: equal, 1: begins with it, 2: similar. */
  rank: number;
  /** Only for similar names: 0 for equal ones up to 1000 for names with nothing in common. */
  distance: number;
};

const COLUMNS = `u.id, u.first_name, u.last_name, u.email, u.phone, u.customer_card, u.customer_group,
  u.tax_exemption, u.loyalty_points, u.is_active, u.created_at`;

const LISTED = `u.role = 'customer' and u.merged_into is null and u.erased_at is null`;

/** What a merged record knew leads to the one that stayed. */
const FOUND = 'coalesce(u.merged_into, u.id)';
const SEARCHED = `u.role = 'customer' and u.erased_at is null`;

export type SearchKey = { rank: number; distance: number; id: string };

/** Newest first, because ids start with their creation time. */
export const listCustomers = (
  reader: Reader,
  beforeId: string | undefined,
  limit: number,
): Promise<FoundCustomer[]> =>
  statement(
    reader,
    `select ${COLUMNS}, 0 as rank, 0 as distance from users u
     where ${LISTED} and ($1::uuid is null or u.id < $1) order by u.id desc limit $2`,
    [beforeId ?? null, limit],
  );

/** "stephen" and "steven" share a third of their trigrams. */
const LEAST_SIMILARITY = '0.3';

/** Shorter words are similar to everything. */
const LEAST_LETTERS = 3;
/** Fewer digits are in every second phone number. */
const LEAST_DIGITS = 4;
const MOST_WORDS = 5;

type Search = { text: string; phones: readonly string[] };
type Given = (value: unknown) => string;

/**
 * Customers by phone, e-mail address, name or card number: equal ones first, then those that begin
 * with the words, then names with an error. Those are looked for only if the others do not fill the
 * page. All of it reads indexes.
 */
export async function searchCustomers(
  tx: Tx,
  search: Search,
  after: SearchKey | undefined,
  limit: number,
): Promise<FoundCustomer[]> {
  const text = search.text.toLowerCase();
  const words = [...new Set(text.split(' '))].slice(0, MOST_WORDS);
  const isWordy = words.every(word => word.length >= LEAST_LETTERS && !/^[+\d]/.test(word));
  if ((after?.rank ?? 0) < 2 || !isWordy) {
    const rows = await find(tx, { ...search, text }, words, false, after, limit);
    // A whole address or card names one customer.
    const isNamed = rows[0]?.rank === 0 && /[\d@]/.test(text);
    if (rows.length === limit || !isWordy || isNamed) return rows;
  }
  return find(tx, { ...search, text }, words, true, after, limit);
}

async function find(
  tx: Tx,
  { text, phones }: Search,
  words: readonly string[],
  withSimilar: boolean,
  after: SearchKey | undefined,
  limit: number,
): Promise<FoundCustomer[]> {
  const values: unknown[] = [];
  const given: Given = value => `$${values.push(value)}`;
  const hits = [equal(given, text, phones), startingWith(given, text, words)];
  const near = withSimilar ? `near as materialized (${nearTo(given, words)}), ` : '';
  if (withSimilar) hits.push(similarTo(given, words));
  const key = after
    ? `where (h.rank, h.distance, h.id) >
         (${given(after.rank)}::int, ${given(after.distance)}::int, ${given(after.id)}::uuid)`
    : '';
  const [, rows] = await Promise.all([
    // Compiling the statement would take far longer than running it.
    statement(
      tx,
      `select set_config('pg_trgm.similarity_threshold', $1, true), set_config('jit', 'off', true)`,
      [LEAST_SIMILARITY],
    ),
    statement<FoundCustomer>(
      tx,
      `with ${near}hits as (${hits.join(' union all ')}), best as (
         select distinct on (id) id, rank, distance from hits order by id, rank, distance),
       page as (select * from best h ${key} order by rank, distance, id limit ${given(limit)})
       select ${COLUMNS}, h.rank, h.distance from page h join users u on u.id = h.id
       order by h.rank, h.distance, h.id`,
      values,
    ),
  ]);
  return rows;
}

function equal(given: Given, text: string, phones: readonly string[]): string {
  const whole = given(text);
  const hit = (condition: string) =>
    `select ${FOUND} as id, 0 as rank, 0 as distance from users u where ${SEARCHED} and ${condition}`;
  return [
    hit(`lower(u.email) = ${whole}`),
    hit(`lower(u.customer_card) = ${whole}`),
    hit(`lower(trim(u.first_name || ' ' || u.last_name)) = ${whole}`),
    hit(`u.phone_digits = any(${given(phones)}::text[])`),
  ].join(' union all ');
}

const LAST_CHARACTER = '\u{10ffff}';

const STARTS = [
  'lower(u.first_name)',
  'lower(u.last_name)',
  'lower(u.email)',
  'lower(u.customer_card)',
];

/**
 * Every word begins a name, an address or a card; four digits and more are part of a number. The
 * comparisons are those of `like 'abc%'`, which reads no index while the text is a parameter.
 */
function startingWith(given: Given, text: string, words: readonly string[]): string {
  const each = words.map(word => {
    const [from, to] = [given(word), given(word + LAST_CHARACTER)];
    return `(${STARTS.map(name => `(${name} ~>=~ ${from} and ${name} ~<~ ${to})`).join(' or ')})`;
  });
  const names = `select ${FOUND}, 1, 0 from users u where ${SEARCHED} and ${each.join(' and ')}`;
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < LEAST_DIGITS || /[^\d\s+().\-/]/.test(text)) return names;
  return `${names} union all select ${FOUND}, 1, 0 from users u
    where ${SEARCHED} and u.phone_digits like ${given(`%${digits}%`)}`;
}

const NAMES = ['lower(u.first_name)', 'lower(u.last_name)'];
/** Only the part of an address before the @ counts; thousands of customers share the rest. */
const LOCAL_PART = `lower(split_part(u.email, '@', 1))`;
const CANDIDATE = 'u.id, u.merged_into, u.first_name, u.last_name, u.email';

/**
 * Names with one error in a word; only if there are none, names that look alike. The longest word
 * selects the candidates, because the fewest names fit it, and the others are compared afterwards.
 */
function similarTo(given: Given, words: readonly string[]): string {
  const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  if (words.some(word => word.includes('@'))) return alike(given, longest, others);
  return `select * from near union all
    select * from (${alike(given, longest, others)}) as far where not exists (select from near)`;
}

/** `near`: each word is a name with at most one error, or begins one. */
function nearTo(given: Given, words: readonly string[]): string {
  const [longest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const spellings = given(spellingsOf(longest));
  const misspelt = NAMES.map(
    name => `select u.*, 1 as errors from unnest(${spellings}::text[]) as spelling
      cross join lateral (
        select ${CANDIDATE} from users u where ${SEARCHED} and ${name} = spelling offset 0) as u`,
  );
  const begun = `select ${CANDIDATE}, 0 as errors from users u
    where ${SEARCHED} and ${begins(given, longest)}`;
  const compared = others.map(word => {
    const names = given(spellingsOf(word));
    const isNear = NAMES.map(name => `${name} in (select unnest(${names}::text[]))`).join(' or ');
    return { begins: begins(given, word), isNear };
  });
  const errors = compared.map(word => ` + case when ${word.begins} then 0 else 1 end`).join('');
  const fits = compared.map(word => `(${word.begins} or ${word.isNear})`);
  return `select ${FOUND} as id, 2 as rank, ${ONE_ERROR} * (errors${errors}) / ${words.length} as distance
    from (${[begun, ...misspelt].join(' union all ')}) as u where ${['true', ...fits].join(' and ')}`;
}

/** Distance of a word with one error; that of words that only look alike is greater. */
const ONE_ERROR = 200;

const begins = (given: Given, word: string): string => {
  const [from, to] = [given(word), given(word + LAST_CHARACTER)];
  return `(${NAMES.map(name => `(${name} ~>=~ ${from} and ${name} ~<~ ${to})`).join(' or ')})`;
};

/** Names with parts in common; of an address, those of its local part. */
function alike(given: Given, longest: string, others: readonly string[]): string {
  const each = [longest, ...others].map(word => {
    const wanted = given(word.split('@')[0]);
    const columns = word.includes('@') ? [LOCAL_PART] : NAMES;
    const similarity = columns.map(name => `similarity(${name}, ${wanted})`).join(', ');
    return {
      matches: columns.map(name => `${name} % ${wanted}`).join(' or '),
      similarity: `greatest(${similarity})`,
    };
  });
  const [first, ...rest] = each;
  const sum = each.map(({ similarity }) => similarity).join(' + ');
  const fits = rest.map(({ similarity }) => `${similarity} >= ${LEAST_SIMILARITY}`);
  return `select ${FOUND} as id, 2 as rank, (1000 - 1000 * (${sum}) / ${each.length})::int as distance
    from (select ${CANDIDATE} from users u where ${SEARCHED} and (${first?.matches}) offset 0) as u
    where ${['true', ...fits].join(' and ')}`;
}

const LONGEST_NAME = 20;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïñòóôõöøùúûüýßœšžłćčđğış'-"];

/** The word with one letter too many, missing, wrong, or exchanged with its neighbour. */
function spellingsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length > LONGEST_NAME) return [];
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at)];
    const [one = '', two = '', ...rest] = after;
    const beyond = after.slice(1).join('');
    found.add(before + beyond).add(before + two + one + rest.join(''));
    for (const letter of LETTERS) {
      found.add(before + letter + one + beyond);
      if (one !== '') found.add(before + letter + beyond);
    }
  }
  found.delete(word);
  return [...found];
}
