import { ActionIcon, Group, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useT } from '../texts/index.js';
import { quantitiesOf, rounded } from './measure.js';
import classes from './quantity.module.css';

const decimalSeparatorIn = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(part => part.type === 'decimal')?.value ??
  '.';

/** A number field with minus and plus buttons; typed numbers apply on blur or Enter. */
export function Quantity(props: {
  label: string;
  /** The field of a form. */
  name?: string;
  value: number;
  /** Undefined: pieces. */
  unit?: string;
  available: number;
  disabled?: boolean;
  size?: 'sm' | 'md';
  onChange: (quantity: number) => void;
}): ReactNode {
  const t = useT();
  const { locale } = useI18n();
  const { label, value, unit, disabled = false, size = 'md', onChange } = props;
  const measured = isMeasured(unit);
  const { min, max, step } = quantitiesOf(unit, props.available);
  const [typed, setTyped] = useState<number | string>(value);
  useEffect(() => setTyped(value), [value]);
  const within = (wanted: number): number => Math.min(max, Math.max(min, rounded(wanted)));
  const commit = (): void => {
    const wanted = Number(typed);
    const next = within(measured ? wanted || value : Math.trunc(wanted) || 1);
    setTyped(next);
    if (next !== value) onChange(next);
  };
  const side = size === 'sm' ? 34 : 46;
  const width = measured ? 96 : 40;
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label={label} className="surface" bdrs="md">
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step}
        size={side}
        aria-label={t('quantity.less', { label })}
        disabled={disabled || value <= min}
        onClick={() => onChange(within(value - step))}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <NumberInput
        aria-label={label}
        name={props.name}
        variant="unstyled"
        hideControls
        allowDecimal={measured}
        allowNegative={false}
        {...(measured && {
          decimalScale: 3,
          suffix: ` ${unit}`,
          decimalSeparator: decimalSeparatorIn(locale),
          allowedDecimalSeparators: ['.', ','],
        })}
        disabled={disabled}
        value={typed}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={event => {
          if (event.key !== 'Enter') return;
          // Enter applies the number; it does not send the form around it.
          event.preventDefault();
          commit();
        }}
        styles={{ input: { width, textAlign: 'center', minHeight: side, height: side } }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step}
        size={side}
        aria-label={t('quantity.more', { label })}
        disabled={disabled || value >= max}
        onClick={() => onChange(within(value + step))}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
