import { useRef } from 'react';

/** True from the first time that the condition is true, and stays true. */
export function useLatch(condition: boolean): boolean {
  const wasTrue = useRef(false);
  if (condition) wasTrue.current = true;
  return wasTrue.current;
}
