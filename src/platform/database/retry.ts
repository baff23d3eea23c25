const ATTEMPTS = 4;

/** Serialization failure and deadlock. */
const UNDONE = new Set(['40001', '40P01']);

type DatabaseError = { code?: unknown; routine?: unknown };

/** The rows of a prepared statement look otherwise since somebody changed a table. */
export function isPlanStale(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
}

/** Does work again that the database has undone for reasons of its own. */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = (error ?? {}) as DatabaseError;
      const passes = UNDONE.has(String(code)) || isPlanStale(error);
      if (attempt === ATTEMPTS || !passes) throw error;
    }
  }
}
