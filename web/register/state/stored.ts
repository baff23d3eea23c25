import { useSyncExternalStore } from 'react';

/** A value in localStorage that components can subscribe to. */
export type Stored<Value> = {
  get(): Value;
  set(next: Value | ((current: Value) => Value)): void;
  /** The same; false if the device has no space: then the value is in memory until the next reload. */
  keep(next: Value | ((current: Value) => Value)): boolean;
  use(): Value;
};

export function stored<Value>(key: string, initial: Value): Stored<Value> {
  const name = `tillhouse.register.${key}`;
  const listeners = new Set<() => void>();
  /** What is on the disk. */
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
  const keep: Stored<Value>['keep'] = next => {
    value = next instanceof Function ? next(load()) : next;
    const written = write(name, JSON.stringify(value));
    text = written ?? text;
    notify();
    return written !== undefined;
  };
  return {
    get,
    keep,
    set: next => void keep(next),
    use: () => useSyncExternalStore(subscribe, get),
  };
}

type OnFull = () => void;
const onFull = new Set<OnFull>();

/** Calls `warn` whenever something cannot be kept; returns how to stop that. */
export function warnWhenFull(warn: OnFull): () => void {
  onFull.add(warn);
  return () => void onFull.delete(warn);
}

function write(name: string, text: string): string | undefined {
  try {
    localStorage.setItem(name, text);
    return text;
  } catch {
    for (const warn of onFull) warn();
    return undefined;
  }
}

function parse<Value>(text: string | null, initial: Value): Value {
  if (text === null) return initial;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return initial;
  }
}
