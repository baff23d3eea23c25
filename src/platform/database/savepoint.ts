import { statement, type Tx } from './tx.js';

/**
 * Runs statements of which one may fail, and goes on with the transaction if it does. Events that the
 * work records before it fails are not taken back, so it records them last.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await statement(tx, 'savepoint attempt');
  try {
    const result = await work();
    await statement(tx, 'release savepoint attempt');
    return result;
  } catch (error) {
    await statement(tx, 'rollback to savepoint attempt');
    throw error;
  }
}
