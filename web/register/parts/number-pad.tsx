import { IconBackspace } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** On-screen keypad for touch screens. */
export function NumberPad(props: {
  value: string;
  onChange: (value: string) => void;
  /** The key left of zero: a decimal point for money, "clear" for a PIN. */
  corner?: 'point' | 'clear';
}): ReactNode {
  const t = useT();
  const { decimalSeparator } = useDecimals();
  const { value, onChange, corner = 'clear' } = props;
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
      {corner === 'point' ? (
        <button
          type="button"
          className={css.padKey}
          aria-label={t('pad.point')}
          onClick={() =>
            onChange(/[.,]/.test(value) ? value : `${value || '0'}${decimalSeparator}`)
          }
        >
          {decimalSeparator}
        </button>
      ) : (
        <button type="button" className={css.padKey} onClick={() => onChange('')}>
          C<span className="visually-hidden">{t('pad.clear')}</span>
        </button>
      )}
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
