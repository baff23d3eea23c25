/** A login as the service hands it out; a till's login has no refresh token. */
export type Tokens = { access: string; refresh?: string };

/** Where the login is kept: memory, or the browser's storage so that it survives a reload. */
export type TokenKeeper = { get(): Tokens | undefined; set(tokens: Tokens | undefined): void };

export function keepInMemory(tokens?: Tokens): TokenKeeper {
  let kept = tokens;
  return {
    get: () => kept,
    set: next => {
      kept = next;
    },
  };
}

/** As much of `localStorage` as is needed. */
type TextStorage = {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
};

/** Reads anew each time, so that two tabs share one login and one rotation of its tokens. */
export function keepIn(storage: TextStorage, key: string): TokenKeeper {
  return {
    get: () => {
      const text = storage.getItem(key);
      return text === null ? undefined : (JSON.parse(text) as Tokens);
    },
    set: tokens => {
      if (tokens === undefined) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(tokens));
    },
  };
}
