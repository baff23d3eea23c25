import { Button, Checkbox, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { descriptionOf } from '../../shared/description.js';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { useFormat } from '../../shared/i18n/format.js';
import type { Outcome } from '../../shared/run-return.js';
import type { Sold, SoldLine } from '../state/returns.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';

/** The money goes back where it came from, a gift card for instance, unless the cashier says so. */
const REFUND_METHODS = ['original', 'cash', 'store_credit'] as const;

/** Where the money goes, and whether the goods are sold again. */
export function OutcomeFields(props: {
  outcome: Outcome;
  onChange: (outcome: Outcome) => void;
}): ReactNode {
  const { outcome, onChange } = props;
  const t = useT();
  return (
    <>
      <SegmentedControl
        aria-label={t('return.to')}
        value={outcome.refund_to}
        onChange={value => onChange({ ...outcome, refund_to: value as Outcome['refund_to'] })}
        data={REFUND_METHODS.map(value => ({ value, label: t(`return.to.${value}`) }))}
        classNames={{ root: css.methods, control: css.method }}
      />
      <Checkbox
        label={t('return.restock')}
        checked={outcome.restock}
        onChange={event => onChange({ ...outcome, restock: event.currentTarget.checked })}
      />
    </>
  );
}

/** A quantity of pieces, or of goods by weight in their unit. */
export function QuantityInput(props: {
  label: string;
  unit: string;
  max?: number;
  disabled?: boolean;
  value: number;
  onChange: (quantity: number) => void;
}): ReactNode {
  const { label, unit, max, disabled, value, onChange } = props;
  const decimals = useDecimals();
  // What is typed so far may be the beginning of a number, such as "0,".
  const [typed, setTyped] = useState<number | string>(value);
  return (
    <NumberInput
      aria-label={label}
      w={110}
      size="md"
      min={0}
      max={max}
      disabled={disabled}
      allowDecimal={isMeasured(unit)}
      decimalScale={3}
      {...decimals}
      suffix={isMeasured(unit) ? ` ${unit}` : ''}
      value={Number(typed) === value && typed !== '' ? typed : value}
      onChange={next => {
        setTyped(next);
        onChange(Number(next) || 0);
      }}
    />
  );
}

export const leftOf = ({ quantity, returned_quantity }: SoldLine): number =>
  Math.round((quantity - returned_quantity) * 1_000) / 1_000;

export function SoldLines(props: {
  sold: Sold;
  counts: Record<string, number>;
  onChange: (counts: Record<string, number>) => void;
  onExchange: (line: SoldLine) => void;
  isLocked: boolean;
}): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { sold, counts, onChange, onExchange, isLocked } = props;
  return (
    <Stack gap="xs">
      {sold.line_items.map(line => {
        const { unit } = line;
        const name = descriptionOf(line);
        const left = leftOf(line);
        return (
          <Group key={line.id} justify="space-between">
            <div style={{ flex: '1 1 160px' }}>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed" className="money">
                {money(line.unit_price)} · {t('return.sold', { count: line.quantity })}
                {line.returned_quantity > 0 &&
                  ` · ${t('return.back', { count: line.returned_quantity })}`}
              </Text>
            </div>
            {!isMeasured(unit) && left > 0 && !isLocked && (
              <Button
                variant="light"
                ml="auto"
                aria-label={`${t('exchange.pick')}: ${name}`}
                onClick={() => onExchange(line)}
              >
                {t('exchange.pick')}
              </Button>
            )}
            <QuantityInput
              label={`${t('line.quantity')}: ${name}`}
              unit={unit}
              max={left}
              disabled={left === 0 || isLocked}
              value={counts[line.id] ?? 0}
              onChange={quantity => onChange({ ...counts, [line.id]: quantity })}
            />
          </Group>
        );
      })}
    </Stack>
  );
}
