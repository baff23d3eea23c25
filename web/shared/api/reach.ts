import { useSyncExternalStore } from 'react';

const CHECK_EVERY_MS = 3_000;

/** Whether the service answers, as the last call or check found. */
function createReach() {
  let online = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  const become = (next: boolean): void => {
    if (next === online) return;
    online = next;
    for (const listener of listeners) listener();
    clearInterval(timer);
    if (!online) timer = setInterval(check, CHECK_EVERY_MS);
  };

  async function check(): Promise<boolean> {
    const reached = await fetch('/pos/health/', {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(CHECK_EVERY_MS),
    }).then(
      () => true,
      () => false,
    );
    become(reached);
    return reached;
  }

  globalThis.addEventListener('offline', () => become(false));
  globalThis.addEventListener('online', () => void check());

  return {
    report: become,
    check,
    get: () => online,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const reach = createReach();

export const useOnline = (): boolean => useSyncExternalStore(reach.subscribe, reach.get);
