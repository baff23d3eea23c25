import { currentSpan, endSpanAfter } from './span.js';

/** Above this number of distinct texts, descriptions are not cached. */
const MAX_KNOWN = 1_000;
const FIRST_CHARACTERS = 160;

type Description = { name: string; text: string };
const known = new Map<string, Description>();

/** Verb and first table as a name, and the start of the text with literals removed. */
export function describeStatement(sql: string): Description {
  const found = known.get(sql);
  if (found !== undefined) return found;
  const text = sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const verb = /^\w+/.exec(text)?.[0].toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update) "?([a-z_][\w.]*)/i.exec(text)?.[1];
  const description = {
    name: table === undefined ? verb : `${verb} ${table}`,
    text: text.slice(0, FIRST_CHARACTERS),
  };
  if (known.size < MAX_KNOWN) known.set(sql, description);
  return description;
}

/** Wraps a statement in a span if there is a trace. Parameter values are never recorded. */
export function tracedStatement<T>(sql: string, run: () => Promise<T>): Promise<T> {
  const parent = currentSpan();
  if (parent === undefined) return run();
  const { name, text } = describeStatement(sql);
  const span = parent.child(name, 'client', {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
    'db.query.text': text,
  });
  return endSpanAfter(span, run);
}
