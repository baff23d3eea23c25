import { IconBackspace } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

const NUMERIC =
  'input[inputmode="decimal"], input[inputmode="numeric"], input[type="tel"], input[data-pad]';
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Such as a slip or phone number: the pad adds digits to whatever it holds. */
const isText = ({ dataset, type }: HTMLInputElement): boolean =>
  dataset.pad === 'text' || type === 'tel';

/** The key beside the zero, as the numbers of the field need it: "+1 555…", "12-34", "4.50". */
function signOf(field: HTMLInputElement, decimalSeparator: string) {
  if (field.type === 'tel') return { sign: '+', label: 'pad.plus' } as const;
  if (isText(field)) return { sign: '-', label: 'pad.hyphen' } as const;
  return { sign: decimalSeparator, label: 'pad.point' } as const;
}

/** What is typed so far, without a suffix such as " kg". */
const typedPart = (field: HTMLInputElement): string =>
  isText(field) || field.type === 'password'
    ? field.value
    : (/^[-\d.,]*/.exec(field.value)?.[0] ?? '');

/** React notices the new text by the event, as if it came from a keyboard. */
function write(field: HTMLInputElement, text: string): void {
  const end = typedPart(field).length || field.value.length;
  field.setRangeText(text, 0, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

function press(field: HTMLInputElement, key: string, isFresh: boolean): void {
  const before = isFresh ? '' : typedPart(field);
  if (key === 'back') write(field, before.slice(0, -1));
  else if (/\d/.test(key)) write(field, before + key);
  else if (isText(field)) write(field, before + key);
  else if (!/[.,]/.test(before)) write(field, `${before || '0'}${key}`);
}

/** The numeric field of the dialog that has or last had the focus. */
function useNumericField(root: { current: HTMLElement | null }) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const isFresh = useRef(true);
  useEffect(() => {
    const dialog = root.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog) return undefined;
    const take = (target: EventTarget | null): void => {
      if (target instanceof HTMLInputElement && target.matches(NUMERIC)) {
        // The pad replaces the keyboard of a touch screen, which would cover the dialog.
        if (matchMedia('(pointer: coarse)').matches) target.inputMode = 'none';
        target.dataset.pad ??= '';
        isFresh.current = !isText(target);
        setField(target);
      } else if (isTyped(target)) setField(null);
    };
    const onFocus = (event: FocusEvent): void => take(event.target);
    // A trusted event comes from a person at a keyboard, not from the pad.
    const onInput = (event: Event): void => {
      if (event.isTrusted) isFresh.current = false;
    };
    const gone = new MutationObserver(() =>
      setField(now => (now === null || now.isConnected ? now : null)),
    );
    dialog.addEventListener('focusin', onFocus);
    dialog.addEventListener('input', onInput);
    gone.observe(dialog, { childList: true, subtree: true });
    const { activeElement } = document;
    // A form that replaces another one does not get the focus.
    const first = dialog.querySelector(`:is(${NUMERIC})[data-autofocus]`);
    take(isTyped(activeElement) && dialog.contains(activeElement) ? activeElement : first);
    return () => {
      dialog.removeEventListener('focusin', onFocus);
      dialog.removeEventListener('input', onInput);
      gone.disconnect();
    };
  }, [root]);
  return { field, isFresh };
}

const CHOSEN = new Set(['radio', 'checkbox', 'button', 'submit', 'file']);

/** A field for text, which the keyboard types into. */
const isTyped = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement && !CHOSEN.has(target.type)) ||
  target instanceof HTMLTextAreaElement;

/**
 * Types into the amount, quantity or phone number that has the focus; hidden in dialogs without one. `isBeside`: in
 * a place of its own, with large keys.
 */
export function FieldPad({ isBeside = false }: { isBeside?: boolean }): ReactNode {
  const t = useT();
  const { decimalSeparator } = useDecimals();
  const root = useRef<HTMLDivElement>(null);
  const { field, isFresh } = useNumericField(root);
  const key = (name: string, label: string, shown: ReactNode): ReactNode => (
    <button
      key={name}
      type="button"
      className={css.padKey}
      aria-label={label}
      // The field keeps the focus, so that keyboard and pad can be mixed.
      onMouseDown={event => event.preventDefault()}
      onClick={() => {
        if (field === null || field.disabled || field.readOnly) return;
        press(field, name, isFresh.current);
        isFresh.current = false;
      }}
    >
      {shown}
    </button>
  );
  const digit = (name: string): ReactNode => key(name, t('pad.digit', { digit: name }), name);
  const beside = field && signOf(field, decimalSeparator);
  return (
    <div ref={root} className={isBeside ? undefined : css.fieldPadPlace}>
      {beside !== null && (
        <div className={isBeside ? css.pad : `${css.pad} ${css.fieldPad}`} data-testid="field-pad">
          {DIGITS.map(digit)}
          {key(beside.sign, t(beside.label), beside.sign)}
          {digit('0')}
          {key(
            'back',
            t('pad.back'),
            <IconBackspace size={24} style={{ verticalAlign: 'middle' }} />,
          )}
        </div>
      )}
    </div>
  );
}
