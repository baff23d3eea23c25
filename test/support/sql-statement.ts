/** A table that a statement names. */
export type Mention = { table: string; writes: boolean };

/** Words, variables (`{…}`), brackets and commas of a statement, without comments and values. */
export function tokensOf(sql: string): string[] {
  const bare = sql.replaceAll(/--.*$/gm, ' ').replaceAll(/'(?:[^']|'')*'/g, ' ');
  const tokens = bare.match(/\{(?:[^{}]|\{[^{}]*\})*\}|[a-z_"][\w".]*|[(),]/gi) ?? [];
  return tokens.map(token =>
    token.startsWith('{') ? token : token.replaceAll('"', '').toLowerCase(),
  );
}

/** Functions whose arguments are separated by `from`, as in `extract(epoch from at)`. */
const TAKES_FROM = new Set(['extract', 'trim', 'substring', 'overlay']);

const ENDS_TABLE_LIST = new Set([
  ...['where', 'group', 'order', 'limit', 'offset', 'set', 'returning', 'having', 'window'],
  ...['union', 'except', 'intersect', 'for', 'select', 'values', 'with'],
]);

/** Inside one pair of brackets: the function it belongs to, and whether a comma adds a table. */
type Level = { of: string; listsTables: boolean };

/** Every table of one statement or fragment of a statement, in the order it is named. */
export function tablesOfStatement(tokens: string[]): Mention[] {
  const levels: Level[] = [{ of: '', listsTables: false }];
  return tokens.flatMap((token, i) => {
    const before = tokens[i - 1] ?? '';
    const level = levels.at(-1) ?? { of: '', listsTables: false };
    if (token === '(' || token === ')') enterOrLeave(levels, token, before);
    const writes = isWrite(token, before);
    const reads = !writes && isRead(token, before, level);
    if (writes || ENDS_TABLE_LIST.has(token)) level.listsTables = false;
    if (reads) level.listsTables = true;
    const table = tableAt(tokens, i + 1);
    if (table === undefined || !(writes || reads)) return [];
    if (reads && isFunction(tokens, i + 1)) return [];
    return [{ table, writes: writes || before === 'delete' }];
  });
}

function enterOrLeave(levels: Level[], bracket: string, before: string): void {
  if (bracket === '(') levels.push({ of: before, listsTables: false });
  else if (levels.length > 1) levels.pop();
}

const isWrite = (token: string, before: string): boolean =>
  (token === 'into' && (before === 'insert' || before === 'merge')) ||
  // Not `for update`, `for no key update`, `do update set`, `then update set`.
  (token === 'update' && !['for', 'key', 'do', 'then'].includes(before)) ||
  token === 'truncate';

function isRead(token: string, before: string, level: Level): boolean {
  if (token === ',') return level.listsTables;
  if (token === 'join' || token === 'using') return true;
  return token === 'from' && before !== 'distinct' && !TAKES_FROM.has(level.of);
}

/** Where the name stands after `only`, `lateral` or `table`. */
const placeOfName = (tokens: string[], at: number): number =>
  ['only', 'lateral', 'table'].includes(tokens[at] ?? '') ? placeOfName(tokens, at + 1) : at;

/** Undefined for a subquery, for the columns of `using (…)` and at the end of a fragment. */
function tableAt(tokens: string[], at: number): string | undefined {
  const name = tokens[placeOfName(tokens, at)];
  return name === undefined || '(),'.includes(name) ? undefined : name;
}

function isFunction(tokens: string[], at: number): boolean {
  const place = placeOfName(tokens, at);
  return tokens[place + 1] === '(' && !tokens[place]?.startsWith('{');
}
