import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { descriptionOf } from '../../../shared/description.js';
import { Conflict } from '../../parts/history/conflict.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useCondition } from '../../state/use-condition.js';
import { useT } from '../../texts/index.js';
import type { Level } from '../../types.js';
import { quantityField, sumOfQuantities } from './unit.js';

const CHANGES = [['levels'], ['movements']];

function Form(props: {
  onSubmit: () => void;
  submit: string;
  isBusy: boolean;
  isReady: boolean;
  children: ReactNode;
}): ReactNode {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {props.children}
        <Group justify="flex-end">
          <Button type="submit" loading={props.isBusy} disabled={!props.isReady}>
            {props.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Adjusts stock by a positive or negative quantity, with a reason. */
export function Adjust({ level }: { level: Level }): ReactNode {
  const t = useT();
  const api = useApi();
  const { storeOf } = useDesk();
  const [quantity, setQuantity] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const adjust = useAction(
    () =>
      answer(
        api.POST('/inventory-levels/adjust/', {
          body: {
            store: storeOf(level.store)?.code ?? level.store,
            variant_id: level.variant_id,
            quantity: Number(quantity),
            reason,
          },
        }),
      ),
    {
      changes: CHANGES,
      done: after => t('stock.adjusted', { name: descriptionOf(level), count: after.on_hand }),
      onDone: () => {
        setQuantity('');
        setReason('');
      },
    },
  );
  const isNumber = quantity !== '' && Number(quantity) !== 0;
  return (
    <Form
      onSubmit={() => adjust.mutate(undefined)}
      submit={t('stock.adjust')}
      isBusy={adjust.isPending}
      isReady={isNumber && reason.trim() !== ''}
    >
      <NumberInput
        label={t('stock.adjust.quantity')}
        description={t('stock.adjust.hint')}
        {...quantityField(level)}
        value={quantity}
        onChange={setQuantity}
      />
      {isNumber && (
        <Text size="sm" c="dimmed">
          {t('stock.adjust.after', { count: sumOfQuantities(level.on_hand, Number(quantity)) })}
        </Text>
      )}
      <TextInput
        label={t('list.reason')}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Form>
  );
}

/** Blind count: the current stock is not shown. */
export function Count({ level }: { level: Level }): ReactNode {
  const t = useT();
  const api = useApi();
  const { storeOf } = useDesk();
  const [counted, setCounted] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const count = useAction(
    () =>
      answer(
        api.POST('/inventory-levels/count/', {
          body: {
            store: storeOf(level.store)?.code ?? level.store,
            counts: [{ variant_id: level.variant_id, counted: Number(counted) }],
            ...(reason.trim() !== '' && { reason }),
          },
        }),
      ),
    {
      changes: CHANGES,
      done: ({ lines: [line] }) =>
        line?.difference === 0
          ? t('stock.counted.right', { name: descriptionOf(level) })
          : t('stock.counted', { name: descriptionOf(level), difference: line?.difference ?? 0 }),
      onDone: () => setCounted(''),
    },
  );
  return (
    <Form
      onSubmit={() => count.mutate(undefined)}
      submit={t('stock.count.submit')}
      isBusy={count.isPending}
      isReady={counted !== ''}
    >
      <NumberInput
        label={t('stock.count.quantity')}
        min={0}
        {...quantityField(level)}
        allowNegative={false}
        value={counted}
        onChange={setCounted}
      />
      <TextInput
        label={t('stock.count.reason')}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </Form>
  );
}

/** The stock may change meanwhile; somebody else's reorder point is not overwritten unseen. */
export function Reorder({ level }: { level: Level }): ReactNode {
  const t = useT();
  const api = useApi();
  const [point, setPoint] = useState<number | string>(level.reorder_point);
  const { condition, conflictOf, accept } = useCondition({
    type: 'inventory-levels',
    id: level.id,
    path: `/inventory-levels/${level.id}/`,
    shown: level,
    describe: shown => ({ [t('stock.reorder')]: (shown as Level).reorder_point }),
  });
  const save = useAction(
    () =>
      answer(
        api.PATCH('/inventory-levels/{id}/', {
          params: { path: { id: level.id } },
          body: { reorder_point: Number(point) },
          ...condition,
        }),
      ),
    {
      changes: CHANGES,
      done: () => t('stock.reorder.saved', { name: descriptionOf(level) }),
      // The next change follows this one.
      onDone: () => void accept(),
      quiet: true,
    },
  );
  const conflict = conflictOf(save);
  if (conflict) {
    const now = (conflict.current as Level).reorder_point;
    return (
      <Conflict
        {...conflict}
        onDiscard={() => {
          setPoint(now);
          conflict.onKeep();
        }}
      />
    );
  }
  return (
    <Form
      onSubmit={() => save.mutate(undefined)}
      submit={t('app.save')}
      isBusy={save.isPending}
      isReady={point !== ''}
    >
      <NumberInput
        label={t('stock.reorder')}
        description={t('stock.reorder.hint')}
        min={0}
        {...quantityField(level)}
        value={point}
        onChange={setPoint}
      />
      {save.error && <Failed error={save.error} />}
    </Form>
  );
}
