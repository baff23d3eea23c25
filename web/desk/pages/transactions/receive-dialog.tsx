import { NumberInput, Radio, Stack, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isMeasured } from '../../../../src/domains/pricing/index.js';
import { useApi } from '../../../shared/api/index.js';
import { descriptionOf } from '../../../shared/description.js';
import { type Arrived, type Outcome, runReturn } from '../../../shared/run-return.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Return, Sale } from '../../types.js';
import { CashSource, useHasCash } from './cash-source.js';
import { OutcomeFields } from './return-dialog.js';
import { ReturnProgress } from './return-progress.js';

const RESTS = ['announced', 'closed'] as const satisfies readonly Arrived['rest'][];

type Props = {
  sale: Sale;
  announced: Return;
  /** Only some of the goods arrived; otherwise all of them. */
  isPart: boolean;
  onClose: () => void;
};

/** Receives what arrived of an announced return, or all of it, and refunds that. */
export function ReceiveDialog({ sale, announced, isPart, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [rest, setRest] = useState<Arrived['rest']>('announced');
  const [outcome, setOutcome] = useState<Outcome>({
    refund_to: 'original',
    restock: isSellable(announced),
  });
  const [current, setCurrent] = useState<Return>();
  const hasCash = useHasCash(sale, true);
  const paysCash = outcome.refund_to === 'cash' || (outcome.refund_to === 'original' && hasCash);
  const line_items = announced.line_items.map(line => ({
    original_line_item: line.original_line_item,
    quantity: counts[line.original_line_item] ?? 0,
  }));
  const receiving = useAction(
    () => {
      const { shift_id, ...chosen } = outcome;
      const from = paysCash && shift_id !== undefined ? { shift_id } : {};
      const arrived = { line_items, rest };
      const options = { onStep: setCurrent, ...(isPart && { arrived }) };
      return runReturn(api, current ?? announced, { ...chosen, ...from }, options);
    },
    { changes: [['sale'], ['transactions'], ['returns'], ['levels']], quiet: true },
  );
  return (
    <FormDialog
      title={t(isPart ? 'returns.part.title' : 'returns.goOn.title', {
        number: announced.return_number,
      })}
      size="lg"
      isOpen
      onClose={onClose}
      submit={receiving.isSuccess ? t('app.close') : t('returns.submit')}
      onSubmit={receiving.isSuccess ? onClose : () => receiving.mutate(undefined)}
      isReady={!isPart || line_items.some(line => line.quantity > 0)}
      isBusy={receiving.isPending}
      error={receiving.error}
    >
      {current !== undefined ? (
        <ReturnProgress current={current} hasFailed={receiving.isError} />
      ) : (
        <>
          {isPart && (
            <>
              <Text size="sm">{t('returns.part.text')}</Text>
              <ArrivedLines announced={announced} counts={counts} onChange={setCounts} />
              <RestChoice rest={rest} onChange={setRest} />
            </>
          )}
          <OutcomeFields outcome={outcome} onChange={setOutcome} />
          {paysCash && (
            <CashSource
              sale={sale}
              shift={outcome.shift_id}
              onChange={shift => setOutcome({ ...outcome, shift_id: shift })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Goods that somebody else can buy. */
const isSellable = ({ return_reason: reason }: Return): boolean =>
  reason !== 'damaged' && reason !== 'defective';

function RestChoice(props: {
  rest: Arrived['rest'];
  onChange: (rest: Arrived['rest']) => void;
}): ReactNode {
  const t = useT();
  return (
    <Radio.Group
      label={t('returns.restOf')}
      value={props.rest}
      onChange={value => props.onChange(value as Arrived['rest'])}
    >
      <Stack gap={6} mt={4}>
        {RESTS.map(value => (
          <Radio key={value} value={value} label={t(`returns.rest.${value}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function ArrivedLines(props: {
  announced: Return;
  counts: Record<string, number>;
  onChange: (counts: Record<string, number>) => void;
}): ReactNode {
  const { announced, counts, onChange } = props;
  const t = useT();
  return (
    <Table className="desk-table" verticalSpacing={6} aria-label={t('returns.lines')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('stock.item')}</Table.Th>
          <Table.Th data-end>{t('returns.announced')}</Table.Th>
          <Table.Th data-end>{t('returns.arrived')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {announced.line_items.map(line => (
          <Table.Tr key={line.original_line_item}>
            <Table.Td>{descriptionOf(line)}</Table.Td>
            <Table.Td data-end>{line.quantity}</Table.Td>
            <Table.Td data-end>
              <NumberInput
                size="xs"
                w={84}
                ml="auto"
                aria-label={t('returns.arrivedOf', { name: descriptionOf(line) })}
                min={0}
                max={line.quantity}
                clampBehavior="strict"
                allowDecimal={isMeasured(line.unit)}
                decimalScale={3}
                value={counts[line.original_line_item] ?? 0}
                onChange={value =>
                  onChange({ ...counts, [line.original_line_item]: Number(value) || 0 })
                }
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
