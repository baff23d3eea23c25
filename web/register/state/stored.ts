import { useSyncExternalStore } from 'react';

/** A value in localStorage that components can subscribe to. */
export type Stored<Value> = {
  get(): Value;
  set(next: Value | ((current: Value) => Value)): void;
  use(): Value;
};

export function stored<Value>(key: string, initial: Value): Stored<Value> {
  const name = `tillhouse.register.${key}`;
  const listeners = new Set<() => void>();
  let text = localStorage.getItem(name);
  let value = parse(text, initial);
  /** Reads localStorage: another tab may have written before its storage event arrives. */
  const load = (): Value => {
    const now = localStorage.getItem(name);
    if (now !== text) {
      text = now;
      value = parse(now, initial);
    }
    return value;
  };
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  // Another tab changed the value.
  globalThis.addEventListener('storage', event => {
    if (event.key !== name) return;
    load();
    notify();
  });
  const get = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set: next => {
      value = next instanceof Function ? next(load()) : next;
      text = JSON.stringify(value);
      localStorage.setItem(name, text);
      notify();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

function parse<Value>(text: string | null, initial: Value): Value {
  if (text === null) return initial;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return initial;
  }
}
