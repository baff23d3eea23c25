export type Kept<Value> = { get(): Value | undefined; set(value: Value | undefined): void };

/** A value in the browser's storage; a browser that keeps nothing only forgets sooner. */
export function kept<Value>(storage: Storage, name: string): Kept<Value> {
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
        // Full or forbidden; the value lives as long as the page.
      }
    },
  };
}

/** What proves whose cart it is; the service shows it once. */
export const cartToken = kept<string>(localStorage, 'cart-token');
/** Where a reader wants to shop who has no cart yet. */
export const chosenStore = kept<string>(localStorage, 'store');
