import { IconBackspace } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** On-screen keypad for the number and the PIN of a cashier. */
export function NumberPad(props: { value: string; onChange: (value: string) => void }): ReactNode {
  const t = useT();
  const { value, onChange } = props;
  const key = (digit: string): ReactNode => (
    <button
      key={digit}
      type="button"
      className={css.padKey}
      aria-label={t('pad.digit', { digit })}
      onClick={() => onChange(value + digit)}
    >
      {digit}
    </button>
  );
  return (
    <div className={css.pad}>
      {DIGITS.map(key)}
      <button type="button" className={css.padKey} onClick={() => onChange('')}>
        C<span className="visually-hidden">{t('pad.clear')}</span>
      </button>
      {key('0')}
      <button
        type="button"
        className={css.padKey}
        aria-label={t('pad.back')}
        onClick={() => onChange(value.slice(0, -1))}
      >
        <IconBackspace size={26} style={{ verticalAlign: 'middle' }} />
      </button>
    </div>
  );
}
