import { transformSync } from 'esbuild';
import { parseAst } from 'vite';
import { type Mention, tablesOfStatement, tokensOf } from './sql-statement.js';

/** The parts of a syntax tree (ESTree) that can name a table. */
type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  id?: Node;
  init?: Node | null;
  key?: Node;
  callee?: Node;
  property?: Node;
  arguments?: Node[];
  elements?: Node[];
  expressions?: Node[];
  quasi?: Node;
  quasis?: { value: { cooked: string } }[];
};

const READ_CALLS = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
  'from',
  'using',
]);
const WRITE_CALLS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/**
 * The tables that a source file reads and writes: in calls of the query builder and in hand-written
 * SQL. A name that only a variable holds is reported as its expression, `{family.table}`, so that
 * it cannot go unnoticed. Names of common table expressions are included, functions are not.
 */
export function tablesIn(source: string): Mention[] {
  const { code, nodes } = parse(source);
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) => {
      const text = init?.type === 'TaggedTemplateExpression' ? init.quasi : init;
      const isConstant = type === 'VariableDeclarator' && id?.name && text && isText(text);
      return isConstant ? [[id.name as string, text] as const] : [];
    }),
  );
  const statements = nodes.filter(isText).map(text => tokensOf(sqlOf(text, constants, code)));
  const calls = nodes.filter(({ type }) => type === 'CallExpression');
  return [
    ...calls.flatMap(call => tablesOfCall(call, code)),
    ...statements.flatMap(tablesOfStatement),
  ];
}

/** The texts of a file, or only those of one property: `payments` in `table: 'payments'`. */
export function textsIn(source: string, property?: string): string[] {
  const { nodes } = parse(source);
  const texts =
    property === undefined
      ? nodes
      : nodes.flatMap(({ type, key, value }) =>
          type === 'Property' && key?.name === property ? [value as Node] : [],
        );
  return texts.flatMap(text => {
    if (text.type === 'Literal' && typeof text.value === 'string') return [text.value];
    return text.type === 'TemplateLiteral' ? [text.quasis?.[0]?.value.cooked ?? ''] : [];
  });
}

/** All nodes of a TypeScript file; `code` is what their positions count in. */
function parse(source: string): { code: string; nodes: Node[] } {
  const { code } = transformSync(source, { loader: 'ts', target: 'esnext' });
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value) nodes.push(value as Node);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseAst(code));
  return { code, nodes };
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

/** The text with constants of the file put in; every other expression stays as `{…}`. */
function sqlOf(text: Node, constants: Map<string, Node>, code: string): string {
  if (text.type === 'Literal') return String(text.value);
  return (text.quasis ?? []).reduce((sql, { value }, i) => {
    const next = text.expressions?.[i];
    if (next === undefined) return sql + value.cooked;
    const known = next.type === 'Identifier' ? constants.get(next.name ?? '') : undefined;
    const isOther = known !== undefined && known !== text;
    return sql + value.cooked + (isOther ? sqlOf(known, constants, code) : written(next, code));
  }, '');
}

const written = ({ start, end }: Node, code: string): string => `{${code.slice(start, end)}}`;

const methodOf = (call: Node): string => call.callee?.property?.name ?? '';

function tablesOfCall(call: Node, code: string): Mention[] {
  const method = methodOf(call);
  const writes = WRITE_CALLS.has(method);
  if (!writes && !READ_CALLS.has(method)) return [];
  const first = call.arguments?.[0];
  const named = first?.type === 'ArrayExpression' ? (first.elements ?? []) : first ? [first] : [];
  return named.flatMap(name => {
    if (typeof name.value === 'string') return [{ table: name.value.split(' ')[0] ?? '', writes }];
    const isVariable = name.type === 'Identifier' || name.type === 'MemberExpression';
    // `Array.from(rows)` and `Buffer.from(text)` are no queries.
    const isQuery = method !== 'from' && method !== 'using';
    return isVariable && isQuery ? [{ table: written(name, code), writes }] : [];
  });
}
