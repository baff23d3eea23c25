import { useEffect, useRef } from 'react';

/** Scanners send keys less than 60 ms apart; people type slower. */
const FAST_MS = 60;
const SHORTEST_CODE = 5;

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldOf = (target: EventTarget | null): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;

/** Inserts held keys into the field that had the focus. */
function typeInto(field: Field, text: string): void {
  if (!field.isConnected || field.readOnly || field.disabled) return;
  const end = field.value.length;
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

/**
 * A scanner types very fast and ends with Enter. Each key is held for 60 ms: a fast run that ends
 * with Enter is a code and reaches no field; anything else is typed into the focused field.
 */
export function useScanner(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    let held = '';
    let field: Field | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const release = (): void => {
      clearTimeout(timer);
      if (field !== undefined && held !== '') typeInto(field, held);
      held = '';
      field = undefined;
    };

    const takeCode = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      clearTimeout(timer);
      const code = held;
      held = '';
      field = undefined;
      latest.current(code);
    };

    const hold = (event: KeyboardEvent, target: Field | undefined): void => {
      if (target !== field) release();
      field = target;
      held += event.key;
      // Keys outside fields keep their effect, but a space in a code must not press a button.
      if (target !== undefined || (event.key === ' ' && held.length > 1)) event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(release, FAST_MS);
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = fieldOf(event.target);
      const isCharacter = event.key.length === 1;
      if (event.key === 'Enter' && held.length >= SHORTEST_CODE) takeCode(event);
      else if (isCharacter && target?.type !== 'password') hold(event, target);
      else if (event.key !== 'Shift') release();
    };

    globalThis.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, []);
}
