import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

export const focusMain = (): void =>
  document.getElementById('main')?.focus({ preventScroll: true });

/** Scrolls to the top and moves the focus to the content on navigation. */
export function useScrollReset(): void {
  const [path] = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    window.scrollTo(0, 0);
    focusMain();
  }, [path]);
}
