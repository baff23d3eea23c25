import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { PreparingClient } from '../src/platform/database/preparing-client.js';
import { newId } from '../src/platform/ids.js';

type Cell = string | Buffer;
/** What is new in every play (ids, hashes, numbers), by what it was when it was recorded. */
export type Slots = Map<string, Cell>;

type Step = {
  name: string;
  text: string;
  values: unknown[];
  rowCount: number | null;
  /** New values that the database made, and where they stand in its answer. */
  takes: { row: number; column: string; slot: string }[];
  /** New values that the service made. */
  makes: string[];
};

type Recorded = {
  client: object;
  text: string;
  values: unknown[];
  result: pg.QueryResult | undefined;
};

/** Ids, numbers of sales and refunds, and ids of the sandbox's payments. */
const TOKEN =
  /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Z]{3}-\d{8}-[0-9A-Z]{4,}|[a-z]{2}_sandbox_[0-9a-f]{24}/g;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

const recording = new AsyncLocalStorage<Recorded[]>();
const original = PreparingClient.prototype.query;

/** Every statement passes here; those of a request that is being recorded are noted. */
function listening(this: PreparingClient, ...args: unknown[]): unknown {
  const tape = recording.getStore();
  const answer = Reflect.apply(original, this, args);
  if (tape === undefined) return answer;
  const [text, values = []] = args as [string, unknown[]?];
  const entry: Recorded = { client: this, text, values: [...values], result: undefined };
  tape.push(entry);
  return answer.then((result: pg.QueryResult) => {
    entry.result = result;
    return result;
  });
}

/**
 * The statements that the service sends for some requests, in their order and transactions, to be
 * sent again by a bare loop with new ids. So the limit a scenario is measured beside is always
 * what the service of today asks of the database, and nothing but that.
 */
export class Tape {
  private constructor(private readonly steps: readonly Step[]) {}

  get statements(): number {
    return this.steps.length;
  }

  /** `known` are the slots of tapes that are played before this one. */
  static async of<T>(
    work: () => Promise<T>,
    since: Date,
    known: Set<string>,
  ): Promise<{ tape: Tape; result: T }> {
    const entries: Recorded[] = [];
    PreparingClient.prototype.query = listening;
    try {
      const result = await recording.run(entries, work);
      return { tape: new Tape(compile(entries, since, known)), result };
    } finally {
      PreparingClient.prototype.query = original;
    }
  }

  /** One time from the beginning to the end. Fails if the database answers otherwise than before. */
  async play(client: pg.ClientBase, slots: Slots): Promise<void> {
    for (const step of this.steps) {
      for (const slot of step.makes) slots.set(slot, makeLike(slot));
      const values = step.values.map(value => fill(value, slots));
      const result = await send(client, step, values);
      if (result.rowCount !== step.rowCount) {
        throw new Error(`${result.rowCount} rows instead of ${step.rowCount}: ${step.text}`);
      }
      for (const { row, column, slot } of step.takes) slots.set(slot, result.rows[row]?.[column]);
    }
  }

  /** The first words of every statement, for whoever wonders what a request asks for. */
  toString(): string {
    return this.steps.map(step => step.text.replace(/\s+/g, ' ').slice(0, 150)).join('\n');
  }
}

const send = (client: pg.ClientBase, { name, text }: Step, values: unknown[]) =>
  client instanceof PreparingClient
    ? client.query(text, values)
    : client.query({ name, text, values });

function compile(entries: readonly Recorded[], since: Date, known: Set<string>): Step[] {
  refuseOverlap(entries);
  const isNew = (token: string): boolean => !ID.test(token) || timeOf(token) >= since.getTime();
  return entries.map(({ text, values, result }) => {
    const makes: string[] = [];
    const takes: Step['takes'] = [];
    for (const token of values.flatMap(tokensOf)) {
      if (known.has(token) || !isNew(token)) continue;
      known.add(token);
      makes.push(token);
    }
    result?.rows.forEach((cells: Record<string, unknown>, row) => {
      for (const [column, cell] of Object.entries(cells)) {
        const [token] = typeof cell === 'string' ? tokensOf(cell) : [];
        if (token === undefined || token !== cell || known.has(token) || !isNew(token)) continue;
        known.add(token);
        takes.push({ row, column, slot: token });
      }
    });
    const slotted = values.map(value => template(value, known));
    const name = `b${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`;
    return { name, text, values: slotted, rowCount: result?.rowCount ?? null, takes, makes };
  });
}

/** On one connection two requests at the same time would get into each other's transactions. */
function refuseOverlap(entries: readonly Recorded[]): void {
  let inside: object | undefined;
  for (const { client, text } of entries) {
    if (inside !== undefined && inside !== client) {
      throw new Error(`a statement runs beside an open transaction: ${text}`);
    }
    if (/^begin/i.test(text)) inside = client;
    if (/^(commit|rollback)/i.test(text)) inside = undefined;
  }
}

/** The moment a time-ordered id was made for. */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

const HASH_BYTES = 32;

function tokensOf(value: unknown): string[] {
  if (typeof value === 'string') return value.match(TOKEN) ?? [];
  if (Buffer.isBuffer(value)) return value.length === HASH_BYTES ? [value.toString('hex')] : [];
  return Array.isArray(value) ? value.flatMap(tokensOf) : [];
}

function makeLike(slot: string): Cell {
  if (slot.includes('_sandbox_'))
    return slot.replace(/[0-9a-f]{24}$/, randomBytes(12).toString('hex'));
  if (/^[0-9a-f]{64}$/.test(slot)) return randomBytes(HASH_BYTES);
  if (/^[A-Z]/.test(slot)) {
    return slot.replace(/[0-9A-Z]+$/, randomBytes(4).toString('hex').toUpperCase());
  }
  return newId();
}

/** A value with new parts in it, taken apart once, so that playing costs little. */
class Template {
  constructor(readonly parts: readonly (string | { slot: string })[]) {}
}

function template(value: unknown, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(item => template(item, known));
  const slots = tokensOf(value).filter(token => known.has(token));
  if (slots.length === 0) return value;
  if (typeof value !== 'string') return new Template(slots.map(slot => ({ slot })));
  const parts: (string | { slot: string })[] = [];
  let from = 0;
  for (const { 0: token, index } of value.matchAll(TOKEN)) {
    if (!known.has(token)) continue;
    parts.push(value.slice(from, index), { slot: token });
    from = index + token.length;
  }
  parts.push(value.slice(from));
  return new Template(parts.filter(part => part !== ''));
}

function fill(value: unknown, slots: Slots): unknown {
  if (Array.isArray(value)) return value.map(item => fill(item, slots));
  if (!(value instanceof Template)) return value;
  const cells = value.parts.map(part => (typeof part === 'string' ? part : slots.get(part.slot)));
  return cells.length === 1 ? cells[0] : cells.join('');
}
