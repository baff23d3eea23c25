import { ActionIcon, Group, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../texts/index.js';
import classes from './quantity.module.css';

/** A number field with minus and plus buttons; typed numbers apply on blur or Enter. */
export function Quantity(props: {
  label: string;
  value: number;
  max: number;
  disabled?: boolean;
  size?: 'sm' | 'md';
  onChange: (quantity: number) => void;
}): ReactNode {
  const t = useT();
  const { label, value, max, disabled = false, size = 'md', onChange } = props;
  const [typed, setTyped] = useState<number | string>(value);
  useEffect(() => setTyped(value), [value]);
  const commit = (): void => {
    const wanted = Math.min(max, Math.max(1, Math.trunc(Number(typed)) || 1));
    setTyped(wanted);
    if (wanted !== value) onChange(wanted);
  };
  const side = size === 'sm' ? 34 : 46;
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label={label} className="surface" bdrs="md">
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step}
        size={side}
        aria-label={t('quantity.less', { label })}
        disabled={disabled || value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <IconMinus size={16} aria-hidden />
      </ActionIcon>
      <NumberInput
        aria-label={label}
        variant="unstyled"
        hideControls
        allowDecimal={false}
        allowNegative={false}
        disabled={disabled}
        value={typed}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={event => event.key === 'Enter' && commit()}
        styles={{ input: { width: 40, textAlign: 'center', minHeight: side, height: side } }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.step}
        size={side}
        aria-label={t('quantity.more', { label })}
        disabled={disabled || value >= max}
        onClick={() => onChange(value + 1)}
      >
        <IconPlus size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
