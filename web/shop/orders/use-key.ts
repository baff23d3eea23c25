import { newKey } from '@tillhouse/client';
import { useRef } from 'react';

/** A repeated click after a lost answer is the same request; a changed form is a new one. */
export function useKey(): (body: object) => string {
  const last = useRef<{ text: string; key: string }>(undefined);
  return body => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: newKey() };
    return last.current.key;
  };
}
