import { PreparingClient } from '../../src/platform/database/preparing-client.js';
import type { StatementCount } from './statements.js';

const TRANSACTION = /^(?:begin|start transaction|commit|rollback)\b/;

/**
 * Counts BEGIN, COMMIT and ROLLBACK that this process sends while work runs. pg_stat_statements counts
 * a prepared one at its first execution only.
 */
export async function countTransactions(work: () => Promise<void>): Promise<StatementCount[]> {
  const original = PreparingClient.prototype.query;
  const calls = new Map<string, number>();
  function counting(this: PreparingClient, ...args: unknown[]): unknown {
    const [text] = args;
    if (typeof text === 'string' && TRANSACTION.test(text)) {
      calls.set(text, (calls.get(text) ?? 0) + 1);
    }
    return Reflect.apply(original, this, args);
  }
  PreparingClient.prototype.query = counting;
  try {
    await work();
  } finally {
    PreparingClient.prototype.query = original;
  }
  return [...calls].map(([text, count]) => ({ text, calls: count, isTop: true }));
}

export const isTransaction = ({ text }: StatementCount): boolean =>
  TRANSACTION.test(text.toLowerCase());
