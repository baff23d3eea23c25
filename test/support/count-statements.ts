import { AsyncLocalStorage } from 'node:async_hooks';
import { PreparingClient } from '../../src/platform/database/preparing-client.js';

const recorded = new AsyncLocalStorage<string[]>();
const original = PreparingClient.prototype.query;

function recordingQuery(this: PreparingClient, ...args: unknown[]): unknown {
  recorded.getStore()?.push(String(args[0]).trim().replace(/\s+/g, ' '));
  return Reflect.apply(original, this, args);
}

/** The statements that the service sends for some requests, in order; background work is left out. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  PreparingClient.prototype.query = recordingQuery;
  try {
    await recorded.run(texts, work);
  } finally {
    PreparingClient.prototype.query = original;
  }
  return texts;
}

/** Numbering events starts with the hint of a request and runs beside it. */
const isNumbering = (text: string): boolean =>
  text.startsWith('select pg_advisory_xact_lock') || text.startsWith('with claimed as');

/** The first words of each statement that is not part of a transaction that numbers events. */
export function firstWords(texts: readonly string[]): string[] {
  const own = texts.filter(text => !isNumbering(text));
  const numberings = texts.filter(text => text.startsWith('select pg_advisory_xact_lock')).length;
  for (const frame of ['begin', 'commit']) {
    for (let left = numberings; left > 0; left -= 1) {
      const at = own.lastIndexOf(frame);
      if (at >= 0) own.splice(at, 1);
    }
  }
  return own.map(text => text.split(' ').slice(0, 3).join(' '));
}
