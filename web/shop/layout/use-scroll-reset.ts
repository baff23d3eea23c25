import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

export const focusMain = (): void =>
  document.getElementById('main')?.focus({ preventScroll: true });

/** A new page begins at its top, for eyes and for screen readers. */
export function useArrival(): void {
  const [path] = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    window.scrollTo(0, 0);
    focusMain();
  }, [path]);
}
