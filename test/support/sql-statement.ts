/** A table that a statement names. */
export type Mention = { table: string; writes: boolean };

/** Words, variables (`${…}`), brackets and commas of a statement, without comments and values. */
export function tokensOf(sql: string): string[] {
  const bare = sql.replaceAll(/--.*$/gm, ' ').replaceAll(/'(?:[^']|'')*'/g, ' ');
  const tokens = bare.match(/\$\{(?:[^{}]|\{[^{}]*\})*\}|[a-z_"][\w".]*|[(),]/gi) ?? [];
  return tokens.map(token =>
    token.startsWith('$') ? token : token.replaceAll('"', '').toLowerCase(),
  );
}

/** Common table expressions: `name as (`, `name (columns) as materialized (`. */
export function virtualTablesOf(tokens: string[]): string[] {
  return tokens.flatMap((token, i) => {
    if (token !== 'as') return [];
    const opening = tokens.slice(i + 1).find(next => next !== 'not' && next !== 'materialized');
    if (opening !== '(') return [];
    const name = tokens[i - 1] === ')' ? tokens[tokens.lastIndexOf('(', i) - 1] : tokens[i - 1];
    return name === undefined ? [] : [name];
  });
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
    if (token === '(') levels.push({ of: before, listsTables: false });
    if (token === ')' && levels.length > 1) levels.pop();
    if (isWrite(token, before)) {
      const table = tableAt(tokens, i + 1);
      level.listsTables = false;
      return table === undefined || table === 'set' ? [] : [{ table, writes: true }];
    }
    if (isRead(token, before, level)) {
      const table = tableAt(tokens, i + 1);
      level.listsTables = true;
      const isTable = table !== undefined && !isFunction(tokens, i + 1);
      return isTable ? [{ table, writes: before === 'delete' }] : [];
    }
    if (ENDS_TABLE_LIST.has(token)) level.listsTables = false;
    return [];
  });
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

/** `undefined` for a subquery, for the columns of `using (…)` and at the end of a fragment. */
function tableAt(tokens: string[], at: number): string | undefined {
  const name = tokens[placeOfName(tokens, at)];
  return name === undefined || '(),'.includes(name) ? undefined : name;
}

function isFunction(tokens: string[], at: number): boolean {
  const place = placeOfName(tokens, at);
  return tokens[place + 1] === '(' && !tokens[place]?.startsWith('$');
}
