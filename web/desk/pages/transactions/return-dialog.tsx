import { Checkbox, NumberInput, Radio, Select, Stack, Table, Text, Textarea } from '@mantine/core';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { RETURN_REASONS } from '../../../shared/return-reasons.js';
import { type Outcome, runReturn } from '../../../shared/run-return.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Return, Sale } from '../../types.js';
import { CashSource, useHasCash } from './cash-source.js';
import { ReturnProgress } from './return-progress.js';

const REFUND_TO = ['original', 'cash', 'store_credit'] as const;

type Props = { sale: Sale; isOpen: boolean; onClose: () => void };

export function ReturnDialog({ sale, isOpen, onClose }: Props): ReactNode {
  return isOpen ? <Form sale={sale} isOpen onClose={onClose} /> : null;
}

function Form({ sale, isOpen, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [quantities, setQuantities] = useState<Record<string, number>>({});
  const [reason, setReason] = useState<string>('changed_mind');
  const [notes, setNotes] = useState('');
  const [outcome, setOutcome] = useState<Outcome>({ refund_to: 'original', restock: true });
  const [key] = useState(newKey);
  const [current, setCurrent] = useState<Return>();
  const hasCash = useHasCash(sale, isOpen);
  const paysCash = outcome.refund_to === 'cash' || (outcome.refund_to === 'original' && hasCash);
  const lines = Object.entries(quantities).filter(([, quantity]) => quantity > 0);
  const returning = useAction(
    async () => {
      const opened =
        current ??
        (await answer(
          api.POST('/returns/', {
            body: {
              transaction: sale.transactionId,
              return_reason: reason,
              notes,
              line_items: lines.map(([id, quantity]) => ({ original_line_item: id, quantity })),
            },
            ...once(key),
          }),
        ));
      setCurrent(opened);
      const { shift_id, ...chosen } = outcome;
      const from = paysCash && shift_id !== undefined ? { shift_id } : {};
      return runReturn(api, opened, { ...chosen, ...from }, { onStep: setCurrent });
    },
    {
      changes: [['sale', sale.transactionId], ['transactions'], ['returns'], ['levels']],
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('returns.title', { id: sale.transactionId })}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      submit={returning.isSuccess ? t('app.close') : t('returns.submit')}
      onSubmit={returning.isSuccess ? onClose : () => returning.mutate(undefined)}
      isReady={lines.length > 0}
      isBusy={returning.isPending}
      error={returning.error}
    >
      {current === undefined ? (
        <>
          <LinePicker sale={sale} quantities={quantities} onChange={setQuantities} />
          <Select
            label={t('list.reason')}
            data={RETURN_REASONS.map(value => ({ value, label: t(`returns.reason.${value}`) }))}
            value={reason}
            onChange={value => setReason(value ?? reason)}
            allowDeselect={false}
          />
          <Textarea
            label={t('returns.notes')}
            autosize
            value={notes}
            onChange={event => setNotes(event.currentTarget.value)}
          />
          <OutcomeFields outcome={outcome} onChange={setOutcome} />
          {paysCash && (
            <CashSource
              sale={sale}
              shift={outcome.shift_id}
              onChange={shift => setOutcome({ ...outcome, shift_id: shift })}
            />
          )}
        </>
      ) : (
        <ReturnProgress current={current} hasFailed={returning.isError} />
      )}
    </FormDialog>
  );
}

export function OutcomeFields(props: {
  outcome: Outcome;
  onChange: (outcome: Outcome) => void;
}): ReactNode {
  const { outcome, onChange } = props;
  const t = useT();
  return (
    <>
      <Radio.Group
        label={t('returns.refundTo')}
        value={outcome.refund_to}
        onChange={value => onChange({ ...outcome, refund_to: value as Outcome['refund_to'] })}
      >
        <Stack gap={6} mt={4}>
          {REFUND_TO.map(value => (
            <Radio key={value} value={value} label={t(`returns.refundTo.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('returns.restock')}
        checked={outcome.restock}
        onChange={event => onChange({ ...outcome, restock: event.currentTarget.checked })}
      />
    </>
  );
}

function LinePicker(props: {
  sale: Sale;
  quantities: Record<string, number>;
  onChange: (quantities: Record<string, number>) => void;
}): ReactNode {
  const { sale, quantities, onChange } = props;
  const t = useT();
  const format = useFormat();
  return (
    <Table className="desk-table" verticalSpacing={6} aria-label={t('returns.lines')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('stock.item')}</Table.Th>
          <Table.Th data-end>{t('sales.price')}</Table.Th>
          <Table.Th data-end>{t('returns.quantity')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sale.lineItems.map(line => {
          const left = line.quantity - line.returnedQuantity;
          return (
            <Table.Tr key={line.id}>
              <Table.Td>
                {descriptionOf(line)}
                <Text size="xs" c="dimmed">
                  {t('returns.left', { left, sold: line.quantity })}
                </Text>
              </Table.Td>
              <Table.Td data-end>{format.money(line.unitPrice)}</Table.Td>
              <Table.Td data-end>
                <NumberInput
                  size="xs"
                  w={84}
                  ml="auto"
                  aria-label={t('returns.quantityOf', { name: descriptionOf(line) })}
                  min={0}
                  max={left}
                  clampBehavior="strict"
                  allowDecimal={false}
                  disabled={left === 0}
                  value={quantities[line.id] ?? 0}
                  onChange={value => onChange({ ...quantities, [line.id]: Number(value) || 0 })}
                />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
