import { Button, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../shared/components/dialog.js';
import { type Described, descriptionOf } from '../../shared/description.js';
import { RETURN_REASONS, type ReturnReason } from '../../shared/return-reasons.js';
import { quantitiesOf, useMeasure } from '../parts/measure.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { type OrderActions, useOrderChange } from './order-actions.js';
import { useKey } from './use-key.js';
import type { OwnOrder } from './use-own-orders.js';

export type ReturnableLine = Described &
  Pick<OwnOrder['line_items'][number], 'id' | 'returnable_quantity' | 'unit'>;

type Wanted = { quantities: Record<string, number>; reason: ReturnReason; notes: string };

/** Asks the store to take goods of an order back. */
export function ReturnDialog(props: {
  lines: readonly ReturnableLine[];
  actions: OrderActions;
  onClose: () => void;
}): ReactNode {
  const { lines, actions, onClose } = props;
  const t = useT();
  const [wanted, setWanted] = useState<Wanted>({
    quantities: {},
    reason: 'changed_mind',
    notes: '',
  });
  const send = useRequest(actions);
  const isReady = Object.values(wanted.quantities).some(quantity => quantity > 0);
  return (
    <Dialog title={t('giveBack.title')} onClose={onClose} size="lg">
      <Stack>
        <Refusal error={send.error} />
        {lines
          .filter(line => line.returnable_quantity > 0)
          .map(line => (
            <Line
              key={line.id}
              line={line}
              value={wanted.quantities[line.id] ?? 0}
              onChange={quantity =>
                setWanted({ ...wanted, quantities: { ...wanted.quantities, [line.id]: quantity } })
              }
            />
          ))}
        <Select
          label={t('giveBack.reason')}
          allowDeselect={false}
          value={wanted.reason}
          onChange={value => setWanted({ ...wanted, reason: (value ?? 'other') as ReturnReason })}
          data={RETURN_REASONS.map(value => ({ value, label: t(`giveBack.reason.${value}`) }))}
        />
        <Textarea
          label={t('giveBack.notes')}
          maxLength={2_000}
          autosize
          value={wanted.notes}
          onChange={event => setWanted({ ...wanted, notes: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button
            loading={send.isPending}
            disabled={!isReady}
            onClick={() => send.mutate(wanted, { onSuccess: onClose })}
          >
            {t('giveBack.send')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function useRequest(actions: OrderActions) {
  const keyOf = useKey();
  return useOrderChange<Wanted>(actions, ({ quantities, reason, notes }) => {
    const body = {
      return_reason: reason,
      notes,
      line_items: Object.entries(quantities)
        .filter(([, quantity]) => quantity > 0)
        .map(([line_id, quantity]) => ({ line_id, quantity })),
    };
    return actions.giveBack(body, keyOf(body));
  });
}

function Line(props: {
  line: ReturnableLine;
  value: number;
  onChange: (quantity: number) => void;
}): ReactNode {
  const { line, value, onChange } = props;
  const t = useT();
  const { amount } = useMeasure();
  const { step } = quantitiesOf(line.unit, line.returnable_quantity);
  const name = descriptionOf(line);
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0} style={{ minWidth: 0 }}>
        <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t('giveBack.most', { count: amount(line.returnable_quantity, line.unit) })}
        </Text>
      </Stack>
      <NumberInput
        aria-label={t('giveBack.quantity', { name })}
        w={110}
        min={0}
        max={line.returnable_quantity}
        step={step}
        clampBehavior="strict"
        allowNegative={false}
        decimalScale={line.unit === undefined ? 0 : 3}
        value={value}
        onChange={next => onChange(Number(next) || 0)}
      />
    </Group>
  );
}
