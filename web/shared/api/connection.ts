import { useSyncExternalStore } from 'react';

const CHECK_EVERY_MS = 3_000;

/** Whether the service is reachable, according to the last call or health check. */
function createConnection() {
  let online = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  const setOnline = (next: boolean): void => {
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
    setOnline(reached);
    return reached;
  }

  // The service draws pages of the shop, where there is no window.
  if (typeof window !== 'undefined') {
    window.addEventListener('offline', () => setOnline(false));
    window.addEventListener('online', () => void check());
  }

  return {
    report: setOnline,
    check,
    get: () => online,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const connection = createConnection();

export const useOnline = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.get, () => true);
