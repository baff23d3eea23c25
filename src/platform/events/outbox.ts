import { EventEmitter } from 'node:events';
import { type Autocommit, beforeCommit, onCommit, statement, type Tx } from '../database/tx.js';
import { newId } from '../ids.js';

/** Something that happened, said in the transaction that made it happen. */
export type Fact = {
  event: string;
  /** Null for facts of the whole chain, such as a changed product. */
  storeId: string | null;
  terminalId?: string | null;
  /** The record it is about. */
  subjectId?: string | null;
  data: Record<string, unknown>;
  /** Shown live on the screens of its store, or of all; numbered in each store's gap-free stream. */
  live?: boolean;
};

/** Tells this process's sequencers that something was committed. Only a hint: they also poll. */
export const committed = new EventEmitter();
committed.setMaxListeners(0);

const hint = (): void => {
  committed.emit('facts');
};

type WrittenFact = Omit<Fact, 'data'> & { data: string };

const waiting = new WeakMap<Tx, WrittenFact[]>();

/**
 * Facts of a transaction are written together, together with its commit: one statement instead
 * of many, and rows of others wait no longer than for the commit itself.
 */
export async function record(tx: Tx, ...facts: Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const written = facts.map(fact => ({ ...fact, data: JSON.stringify(fact.data) }));
  const others = waiting.get(tx);
  if (others) {
    others.push(...written);
    return;
  }
  onCommit(tx, hint);
  if (beforeCommit(tx, () => write(tx, written))) waiting.set(tx, written);
  else await write(tx, written);
}

/** One prepared text, however many facts there are. */
async function write(tx: Tx, facts: readonly WrittenFact[]): Promise<void> {
  await statement(
    tx,
    `insert into outbox (id, store_id, live, terminal_id, event, subject_id, data)
     select id, store_id, live, terminal_id, event, subject_id, data
     from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::text[], $6::text[], $7::jsonb[])
       with ordinality as fact (id, store_id, live, terminal_id, event, subject_id, data, nth)
     order by nth`,
    [
      facts.map(() => newId()),
      facts.map(fact => fact.storeId),
      facts.map(fact => fact.live ?? false),
      facts.map(fact => fact.terminalId ?? null),
      facts.map(fact => fact.event),
      facts.map(fact => fact.subjectId ?? null),
      facts.map(fact => fact.data),
    ],
  );
}

/**
 * Part of a statement that writes events together with the rows they are about; `select` answers
 * the seven columns in this order. The caller then calls `hintFacts`.
 */
export const recordSql = (select: string): string =>
  `insert into outbox (id, store_id, live, terminal_id, event, subject_id, data) ${select}`;

/** For statements that write facts themselves: wakes the sequencer now, or after the commit. */
export function hintFacts(writer: Autocommit): void {
  if (writer.isTransaction) onCommit(writer as Tx, hint);
  else hint();
}
