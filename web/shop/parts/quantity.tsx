import { ActionIcon, Group, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useT } from '../texts/index.js';
import { quantitiesOf, rounded } from './measure.js';
import classes from './quantity.module.css';

/** The first number in a text, to three decimals: `0,4325 kg` is 0.432. */
function numberIn(text: string): number {
  const [found = ''] = /\d*(?:[.,]\d{0,3})?/.exec(text.trim()) ?? [];
  return Number(found.replace(',', '.'));
}

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
  const [typed, setTyped] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value replaces what was typed
  useEffect(() => setTyped(undefined), [value]);
  const textOf = (quantity: number): string => {
    const options = { maximumFractionDigits: 3, useGrouping: false };
    const number = new Intl.NumberFormat(locale, options).format(quantity);
    return measured ? `${number} ${unit}` : number;
  };
  const within = (wanted: number): number => Math.min(max, Math.max(min, rounded(wanted)));
  const commit = (): void => {
    if (typed === undefined) return;
    const wanted = numberIn(typed);
    const next = within(measured ? wanted || value : Math.trunc(wanted) || 1);
    setTyped(textOf(next));
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
      <TextInput
        aria-label={label}
        name={props.name}
        variant="unstyled"
        inputMode={measured ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={20}
        disabled={disabled}
        value={typed ?? textOf(value)}
        onChange={event => setTyped(event.currentTarget.value)}
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
