import type { Tx } from './tx.js';

/** Sends its first statement before it awaits anything, so that statements keep their order. */
type Write = (tx: Tx) => Promise<unknown>;

/**
 * Statements of many rows that are sent together, in order and in few round trips. A row that turns
 * out to be wrong before then takes back its own ones and what it noted in memory.
 */
export type DeferredWrites = {
  defer(write: Write): void;
  /** Reverts what the row noted in memory. */
  onUndo(revert: () => void): void;
  /** The row wrote to the database at once, which only a rollback takes back. */
  markSent(): void;
  startRow(): void;
  /** Undoes the row in memory; false if the database has a part of it. */
  undoRow(): boolean;
  flush(tx: Tx): Promise<void>;
};

export function createDeferredWrites(): DeferredWrites {
  let writes: Write[] = [];
  let reverts: (() => void)[] = [];
  let firstOfRow = 0;
  let isSent = false;
  return {
    defer: write => {
      writes.push(write);
    },
    onUndo: revert => {
      reverts.push(revert);
    },
    markSent: () => {
      isSent = true;
    },
    startRow: () => {
      firstOfRow = writes.length;
      reverts = [];
      isSent = false;
    },
    undoRow: () => {
      for (const revert of reverts.reverse()) revert();
      reverts = [];
      writes.length = Math.min(writes.length, firstOfRow);
      return !isSent;
    },
    flush: async tx => {
      const due = writes;
      writes = [];
      firstOfRow = 0;
      isSent = true;
      // Waits for all of them: none may send a statement after the rollback.
      const results = await Promise.allSettled(due.map(write => write(tx)));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
}
