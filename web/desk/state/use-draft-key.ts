import { newKey } from '@tillhouse/client';
import { useState } from 'react';

/** One Idempotency-Key per draft: the same draft sent twice is saved once, a changed one again. */
export function useDraftKey(): (draft: object) => string {
  const [keys] = useState(() => new WeakMap<object, string>());
  return draft => {
    const key = keys.get(draft) ?? newKey();
    keys.set(draft, key);
    return key;
  };
}
