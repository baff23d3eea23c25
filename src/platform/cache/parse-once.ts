import { LRUCache } from 'lru-cache';

const MOST_TEXTS = 1_000;

/**
 * Parses the text under a key again only when it has changed. All readers share the value, so it is
 * frozen.
 */
export function parseOnce<T>(parse: (text: string) => T): (key: string, text: string) => T {
  const latest = new LRUCache<string, { text: string; value: T }>({ max: MOST_TEXTS });
  return (key, text) => {
    const known = latest.get(key);
    if (known?.text === text) return known.value;
    const value = frozen(parse(text));
    latest.set(key, { text, value });
    return value;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}
