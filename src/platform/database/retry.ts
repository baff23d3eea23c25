const ATTEMPTS = 4;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const READ_ONLY_TRANSACTION = '25006';

type DatabaseError = { code?: unknown; routine?: unknown };

/** A prepared statement's result columns changed after a schema change: its plan cannot be used. */
export function isPlanStale(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** A write reached a standby, or a primary that was demoted: nothing was written. */
export const isReadOnlyHost = (error: unknown): boolean =>
  (error as DatabaseError | undefined)?.code === READ_ONLY_TRANSACTION;

/**
 * Retries after a serialization failure, a deadlock, a stale plan or a write that a demoted host
 * refused, up to four attempts.
 */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = (error ?? {}) as DatabaseError;
      const isTransient =
        code === SERIALIZATION_FAILURE ||
        code === DEADLOCK ||
        isPlanStale(error) ||
        isReadOnlyHost(error);
      if (attempt === ATTEMPTS || !isTransient) throw error;
    }
  }
}
