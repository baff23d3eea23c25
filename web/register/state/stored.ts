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
  let value = read(name, initial);
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  // Another tab of the same till changed it.
  globalThis.addEventListener('storage', event => {
    if (event.key !== name) return;
    value = read(name, initial);
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
      value = next instanceof Function ? next(value) : next;
      localStorage.setItem(name, JSON.stringify(value));
      tell();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}

function read<Value>(name: string, initial: Value): Value {
  const text = localStorage.getItem(name);
  if (text === null) return initial;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return initial;
  }
}
