import { useEffect, useRef } from 'react';

/** People do not type this fast for this long; scanners do nothing else. */
const FAST_MS = 60;
const SHORTEST_CODE = 5;

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldOf = (target: EventTarget | null): Field | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;

/** Puts held-back keys where the person meant them to go. */
function typeInto(field: Field, text: string): void {
  if (!field.isConnected || field.readOnly || field.disabled) return;
  const end = field.value.length;
  field.setRangeText(text, field.selectionStart ?? end, field.selectionEnd ?? end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

/**
 * A scanner is a keyboard that types very fast and ends with Enter. Keys are held back for an
 * instant: a fast run that ends with Enter is a code and reaches no field at all; anything else
 * is typed into the field that had the focus.
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

    const hearCode = (event: KeyboardEvent): void => {
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
      // Outside of fields a key is left alone, but a space in a code must not press a button.
      if (target !== undefined || (event.key === ' ' && held.length > 1)) event.preventDefault();
      clearTimeout(timer);
      timer = setTimeout(release, FAST_MS);
    };

    const hear = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const target = fieldOf(event.target);
      const isCharacter = event.key.length === 1;
      if (event.key === 'Enter' && held.length >= SHORTEST_CODE) hearCode(event);
      else if (isCharacter && target?.type !== 'password') hold(event, target);
      else if (event.key !== 'Shift') release();
    };

    globalThis.addEventListener('keydown', hear, { capture: true });
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('keydown', hear, { capture: true });
    };
  }, []);
}
