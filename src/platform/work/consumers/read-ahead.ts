import type { Autocommit } from '../../database/tx.js';
import type { Position } from '../events/repository.js';
import { type ConsumerPosition, type Unread, writePositions } from './position-repository.js';

/**
 * How often the positions of consumers without events are written, instead of after every batch.
 */
const WRITE_EVERY_MS = 1_000;

/**
 * How far the dispatcher has read the streams for consumers that had no event there. Only memory
 * holds these positions for up to a second. A crash loses them, and the next dispatcher reads the same
 * events again and finds none for these consumers.
 */
export type ReadAhead = {
  /** Leaves out streams that were already read without finding an event. */
  stillUnread(unread: readonly Unread[]): Unread[];
  note(consumers: readonly string[], events: readonly Position[]): void;
  /** Writes the positions if that is due, or at once. */
  write(writer: Autocommit, when?: 'due' | 'now'): Promise<void>;
};

export function createReadAhead(now: () => number = () => performance.now()): ReadAhead {
  const reached = new Map<string, ConsumerPosition>();
  const keyOf = (consumer: string, streamId: string): string => `${consumer} ${streamId}`;
  let writtenAt = now();
  return {
    stillUnread: unread =>
      unread.flatMap(row => {
        const seq = Math.max(row.seq, reached.get(keyOf(row.consumer, row.streamId))?.seq ?? 0);
        return seq < row.lastSeq ? { ...row, seq } : [];
      }),
    note: (consumers, events) => {
      for (const consumer of consumers) {
        for (const { streamId, seq } of events) {
          const key = keyOf(consumer, streamId);
          if (seq > (reached.get(key)?.seq ?? 0)) reached.set(key, { consumer, streamId, seq });
        }
      }
    },
    write: async (writer, when = 'due') => {
      if (reached.size === 0 || (when === 'due' && now() - writtenAt < WRITE_EVERY_MS)) return;
      const positions = [...reached.values()];
      await writePositions(writer, positions);
      writtenAt = now();
      for (const { consumer, streamId, seq } of positions) {
        const key = keyOf(consumer, streamId);
        if (reached.get(key)?.seq === seq) reached.delete(key);
      }
    },
  };
}
