import { type RefObject, useEffect, useRef } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { type Basket, removeLine, setQuantity } from './basket.js';
import { editBasket, sale } from './sale.js';

type Actions = {
  field: RefObject<HTMLInputElement | null>;
  pay: () => void;
  park: () => void;
  drawer: () => void;
};

function move(basket: Basket, by: number): Basket {
  const at = basket.lines.findIndex(line => line.key === basket.selected);
  const next = Math.max(0, Math.min(basket.lines.length - 1, at + by));
  return { ...basket, selected: basket.lines[next]?.key ?? null };
}

const EDITS: Record<string, (basket: Basket, key: string, quantity: number) => Basket> = {
  ArrowUp: basket => move(basket, -1),
  ArrowDown: basket => move(basket, 1),
  NumpadAdd: (basket, key, quantity) => setQuantity(basket, key, quantity + 1),
  NumpadSubtract: (basket, key, quantity) => setQuantity(basket, key, quantity - 1),
  Delete: (basket, key) => removeLine(basket, key),
};

/** F2 search, F4 pay, F8 park, F9 drawer; arrows, numpad +/- and Delete edit the cart lines. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { field, pay, park, drawer } = latest.current;
      // An open dialog handles its own keys.
      if (document.querySelector('[role="dialog"]') !== null) return;
      const named = { F2: () => field.current?.focus(), F4: pay, F8: park, F9: drawer }[event.key];
      if (named !== undefined) {
        event.preventDefault();
        named();
        return;
      }
      const target = event.target;
      const isTyping = target instanceof HTMLInputElement && target.value !== '';
      const edit = EDITS[event.code];
      const { basket } = sale.get();
      const line = basket.lines.find(({ key }) => key === basket.selected);
      if (edit === undefined || isTyping || line === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      // A weight is entered, not counted.
      if (isMeasured(line.good.unit) && event.code.startsWith('Numpad')) return;
      editBasket(current => edit(current, line.key, line.quantity));
    };
    globalThis.addEventListener('keydown', onKeyDown, { capture: true });
    return () => globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
