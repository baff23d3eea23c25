import { EventEmitter } from 'node:events';
import { onCommit, type Reader, type Tx } from '../database/tx.js';
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
  /** Shown live on the screens of its store, so numbered in the store's own gap-free stream. */
  live?: boolean;
};

/** Tells this process's sequencers that something was committed. Only a hint: they also poll. */
export const committed = new EventEmitter();
committed.setMaxListeners(0);

const hint = (): void => {
  committed.emit('facts');
};

export async function record(tx: Tx, ...facts: Fact[]): Promise<void> {
  if (facts.length === 0) return;
  await tx
    .insertInto('outbox')
    .values(
      facts.map(fact => ({
        id: newId(),
        event: fact.event,
        store_id: fact.storeId,
        live: fact.live ?? false,
        terminal_id: fact.terminalId ?? null,
        subject_id: fact.subjectId ?? null,
        data: JSON.stringify(fact.data),
      })),
    )
    .execute();
  onCommit(tx, hint);
}

/** For statements that write facts themselves: wakes the sequencer now, or after the commit. */
export function hintFacts(writer: Reader): void {
  if (writer.isTransaction) onCommit(writer as Tx, hint);
  else hint();
}
