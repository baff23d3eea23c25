/** Points between the steps of an attempt at which tests stop the process. */
export type CrashPoint = 'priced' | 'attempt_opened' | 'charged' | 'not_placed' | 'settled';

type CrashHook = (point: CrashPoint, checkoutId: string) => Promise<void> | void;

let hook: CrashHook = () => undefined;

/** For tests only; no route calls it. Returns a function that restores the previous hook. */
export function setCrashPoints(next: CrashHook): () => void {
  const previous = hook;
  hook = next;
  return () => {
    hook = previous;
  };
}

export const passCrashPoint = (point: CrashPoint, checkoutId: string): Promise<void> | void =>
  hook(point, checkoutId);
