import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/root.js';
import { makeTempFolder } from '../support/postgres.js';

/** The build copies objects by Object.assign, which would call a getter instead of copying it. */
const COPIES = new Set(['__spreadValues', '__spreadProps']);

let folder: string;
let code: string;
beforeAll(async () => {
  folder = await makeTempFolder();
  const build = pathToFileURL(join(projectRoot, 'tools/build.mjs')).href;
  const { bundle } = (await import(build)) as {
    bundle(to: string, splitting: boolean): Promise<void>;
  };
  await bundle(folder, false);
  code = readFileSync(join(folder, 'main.js'), 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Node = { type: string; start: number; end: number; [part: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function* nodesBelow(node: Node): Generator<Node> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    waiting.push(...Object.values(next).flat().filter(isNode));
  }
}

it('has no getter or setter in a literal that is copied', () => {
  let copies = 0;
  const accessors: string[] = [];
  for (const node of nodesBelow(parseAst(code) as unknown as Node)) {
    const callee = node.type === 'CallExpression' ? (node.callee as { name?: string }).name : '';
    if (!COPIES.has(callee ?? '')) continue;
    copies += 1;
    const literals = (node.arguments as Node[]).filter(each => each.type === 'ObjectExpression');
    const properties = literals.flatMap(each => each.properties as { kind?: string }[]);
    if (properties.some(({ kind }) => kind === 'get' || kind === 'set')) {
      accessors.push(code.slice(node.start, node.end));
    }
  }
  expect(copies).toBeGreaterThan(1000);
  expect(accessors).toEqual([]);
});

it('takes the rest of an object in functions only', () => {
  // At the top of a module esbuild keeps the object in a variable such as `_a`, which another module
  // may have as well: a class of Kysely was replaced, and every delete failed.
  const tops = (parseAst(code) as unknown as { body: Node[] }).body.flatMap(
    node => (node.declarations ?? []) as { init?: { callee?: { name?: string } }; id: Node }[],
  );
  const rests = tops.filter(({ init }) => init?.callee?.name === '__objRest');
  expect(rests.map(({ id }) => code.slice(id.start, id.end))).toEqual([]);
});

it('copies objects as a spread does', () => {
  const helpers = code.slice(code.indexOf('var __defProp ='), code.indexOf('var __require ='));
  const evaluate = new Function(`${helpers}; return { __spreadValues, __spreadProps };`);
  const { __spreadValues: copy, __spreadProps: set } = evaluate();
  expect(helpers).toContain('Object.assign');
  expect(set(copy({ a: 1 }, { a: 2, b: 3 }), { b: 4, c: 5 })).toEqual({ a: 2, b: 4, c: 5 });
  expect([copy({ a: 1 }, null), copy({ a: 1 }, undefined)]).toEqual([{ a: 1 }, { a: 1 }]);
  const copied = copy({}, JSON.parse('{"__proto__":{"isAdmin":true}}'));
  expect([copied.isAdmin, Object.keys(copied)]).toEqual([undefined, ['__proto__']]);
});

it('copies an object to which it adds nothing by a spread, which Node does in one step', () => {
  const alone = /(?<!__spread(?:Props|Values)\()__spreadValues\(\{\}, [\w$.]+\)/;
  expect(alone.exec(code)?.[0]).toBeUndefined();
  expect(code.match(/\(\{ \.\.\.[\w$.]+ \}\)/g)?.length).toBeGreaterThan(20);
});
