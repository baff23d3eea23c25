import { useSyncExternalStore } from 'react';

/** A value that survives a reload: kept in the browser, shared by all who read it. */
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
  /** What storage holds now: another tab may have written before its event arrives here. */
  const load = (): Value => {
    const now = localStorage.getItem(name);
    if (now !== text) {
      text = now;
      value = parse(now, initial);
    }
    return value;
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  // Another tab of the same till changed it.
  globalThis.addEventListener('storage', event => {
    if (event.key !== name) return;
    load();
    tell();
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
      tell();
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
