export type Stored<Value> = { get(): Value | undefined; set(value: Value | undefined): void };

/** A value in browser storage; falls back to memory if storage is unavailable. */
export function stored<Value>(storage: Storage, name: string): Stored<Value> {
  const key = `tillhouse.shop.${name}`;
  let fallback: Value | undefined;
  return {
    get: () => {
      try {
        const text = storage.getItem(key);
        return text === null ? fallback : (JSON.parse(text) as Value);
      } catch {
        return fallback;
      }
    },
    set: value => {
      fallback = value;
      try {
        if (value === undefined) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is full or blocked; the value lasts until the page is closed.
      }
    },
  };
}

/** Proves ownership of the cart; the service sends it once. */
export const cartToken = stored<string>(localStorage, 'cart-token');
/** Where earlier versions of the shop kept the chosen store; the cookie has it now. */
export const formerStore = stored<string>(localStorage, 'store');
