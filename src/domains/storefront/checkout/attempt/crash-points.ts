/** The moments between the steps of an attempt, where a process may die. */
export type CrashPoint = 'attempt_opened' | 'charged' | 'settled';

type Visit = (point: CrashPoint, checkoutId: string) => Promise<void> | void;

let visit: Visit = () => undefined;

/** For tests only: nothing that listens on a port can reach this. Returns a way back. */
export function setCrashPoints(next: Visit): () => void {
  const before = visit;
  visit = next;
  return () => {
    visit = before;
  };
}

export const reached = (point: CrashPoint, checkoutId: string): Promise<void> | void =>
  visit(point, checkoutId);
