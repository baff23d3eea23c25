import { useEffect, useRef, useState } from 'react';
import { openDrawerAt } from './paired.js';
import { useDrawerPrinter } from './use-devices.js';

/**
 * Opens the drawer at the printer of this tablet once, as soon as `isDue`. Sale or refund is booked
 * whether it opens or not; the result is what went wrong. `onOpen` runs before the pulse.
 */
export function useDrawer(isDue: boolean, onOpen?: () => void): unknown {
  const printer = useDrawerPrinter();
  const [problem, setProblem] = useState<unknown>(null);
  const isOpened = useRef(false);
  const before = useRef(onOpen);
  before.current = onOpen;
  useEffect(() => {
    if (!isDue || printer === undefined || isOpened.current) return;
    isOpened.current = true;
    before.current?.();
    openDrawerAt(printer).catch(setProblem);
  }, [isDue, printer]);
  return problem;
}
