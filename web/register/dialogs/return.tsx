import {
  Alert,
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconCheck, IconHandStop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError, answer, once, type Tillhouse } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Outcome as ReturnOutcome, runReturn } from '../../shared/run-return.js';
import { useKey } from '../state/key.js';
import { mayDecide, type Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog, type Ask } from './approval.js';

const REASONS = [
  'changed_mind',
  'defective',
  'damaged',
  'wrong_item',
  'not_as_described',
  'other',
] as const;
const WAYS = ['cash', 'original', 'store_credit'] as const;
type Way = (typeof WAYS)[number];

const findSale = (api: Tillhouse, number: string) =>
  answer(
    api.GET('/transactions/{transactionId}/', { params: { path: { transactionId: number } } }),
  );
type Sold = Awaited<ReturnType<typeof findSale>>;

type Wish = {
  transaction: string;
  return_reason: string;
  line_items: { original_line_item: string; quantity: number }[];
};
const openReturn = (api: Tillhouse, body: Wish, key: string) =>
  answer(api.POST('/returns/', { body, ...once(key) }));
type Return = Awaited<ReturnType<typeof openReturn>>;

const readReturn = (api: Tillhouse, id: string): Promise<Return> =>
  answer(api.GET('/returns/{id}/', { params: { path: { id } } }));

/** Goods that come back, found by the number on the receipt. */
export default function ReturnDialog(props: { who: Session; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [number, setNumber] = useState('');
  const [result, setResult] = useState<Return>();
  const find = useMutation({ mutationFn: () => findSale(api, number.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title={t('return.title')} size="lg">
      {result !== undefined ? (
        <Outcome result={result} onClose={props.onClose} />
      ) : (
        <Stack>
          <form onSubmit={submit}>
            <Group align="flex-end">
              <TextInput
                label={t('return.number')}
                placeholder="TXN-…"
                size="md"
                style={{ flex: 1 }}
                value={number}
                onChange={event => setNumber(event.currentTarget.value)}
                required
                withAsterisk={false}
                data-autofocus
              />
              <Button type="submit" size="md" loading={find.isPending}>
                {t('return.find')}
              </Button>
            </Group>
          </form>
          {find.error !== null && <Failed error={find.error} />}
          {find.data !== undefined && (
            <ReturnForm key={find.data.id} who={props.who} sold={find.data} onDone={setResult} />
          )}
        </Stack>
      )}
    </Dialog>
  );
}

function Outcome({ result, onClose }: { result: Return; onClose: () => void }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { return_number: number, refund_amount, store_credit: credit } = result;
  const isDone = result.status === 'completed';
  return (
    <Stack>
      <Alert
        color={isDone ? 'pine' : 'brass'}
        variant="light"
        icon={isDone ? <IconCheck /> : <IconHandStop />}
        title={
          isDone
            ? t('return.done', { amount: money(refund_amount) })
            : t('return.refused', { number })
        }
        role="status"
      >
        {isDone ? t('return.done.text', { number }) : t('return.refused.text')}
        {credit !== null && (
          <Text fw={700} mt="xs">
            {t('return.done.credit', { code: credit.code, amount: money(credit.amount) })}
          </Text>
        )}
      </Alert>
      <Button size="lg" onClick={onClose} data-autofocus>
        {t('app.close')}
      </Button>
    </Stack>
  );
}

/** Takes a return to its end; asks a second person where the till's own may not. */
function useTake(who: Session, outcome: ReturnOutcome, onDone: (result: Return) => void) {
  const api = useApi();
  const { key, onError } = useKey();
  // Once opened its goods are fixed: trying again goes on with it and opens no second one.
  const [begun, setBegun] = useState<Return>();
  const [ask, setAsk] = useState<Ask>();
  const askFor = ({ transaction, return_number, refund_amount }: Return): undefined => {
    setAsk({
      requestType: 'refund',
      amountMinor: minor(refund_amount),
      details: { transaction_id: transaction, return: return_number },
      onApproved: approval => take.mutate({ approval }),
    });
    return undefined;
  };
  const open = async (wish: Wish): Promise<Return> => {
    try {
      return await openReturn(api, wish, key);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  const take = useMutation({
    mutationFn: async ({ wish, approval }: { wish?: Wish; approval?: string }) => {
      // Somebody may have moved it on, or refused it, at the desk meanwhile.
      const now =
        begun === undefined && wish !== undefined
          ? await open(wish)
          : await readReturn(api, begun?.id ?? '');
      setBegun(now);
      const mustAsk = now.status === 'pending' && !mayDecide(who);
      if (mustAsk && approval === undefined) return askFor(now);
      try {
        return await runReturn(api, now, outcome, { onStep: setBegun, approval });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'APPROVAL_REQUIRED') throw error;
        return askFor(now);
      }
    },
    onSuccess: result => {
      if (result !== undefined) onDone(result);
    },
  });
  return { begun, take, ask, stopAsking: () => setAsk(undefined) };
}

function ReturnForm(props: {
  who: Session;
  sold: Sold;
  onDone: (result: Return) => void;
}): ReactNode {
  const { who, sold, onDone } = props;
  const t = useT();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [reason, setReason] = useState<string>('changed_mind');
  const [outcome, setOutcome] = useState<ReturnOutcome>({ refund_to: 'cash', restock: true });
  const { begun, take, ask, stopAsking } = useTake(who, outcome, onDone);
  const lines = Object.entries(counts).filter(([, quantity]) => quantity > 0);
  const go = (): void => {
    const line_items = lines.map(([id, quantity]) => ({ original_line_item: id, quantity }));
    take.mutate({ wish: { transaction: sold.transactionId, return_reason: reason, line_items } });
  };
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={stopAsking} />;
  return (
    <Stack>
      <SoldLines sold={sold} counts={counts} onChange={setCounts} isFixed={begun !== undefined} />
      <Select
        label={t('return.reason')}
        value={reason}
        disabled={begun !== undefined}
        onChange={value => setReason(value ?? 'other')}
        allowDeselect={false}
        data={REASONS.map(value => ({ value, label: t(`return.reason.${value}`) }))}
      />
      <SegmentedControl
        aria-label={t('return.to')}
        value={outcome.refund_to}
        onChange={value => setOutcome({ ...outcome, refund_to: value as Way })}
        data={WAYS.map(value => ({ value, label: t(`return.to.${value}`) }))}
      />
      <Checkbox
        label={t('return.restock')}
        checked={outcome.restock}
        onChange={event => setOutcome({ ...outcome, restock: event.currentTarget.checked })}
      />
      {take.error !== null && <Failed error={take.error} />}
      <Button size="lg" disabled={lines.length === 0} loading={take.isPending} onClick={go}>
        {t('return.go')}
      </Button>
      {begun?.status === 'pending' && !take.isPending && <Drop begun={begun} onDropped={onDone} />}
    </Stack>
  );
}

/** The customer keeps the goods after all: nothing is left waiting for a supervisor. */
function Drop(props: { begun: Return; onDropped: (result: Return) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const drop = useMutation({
    mutationFn: () =>
      answer(api.POST('/returns/{id}/cancel/', { params: { path: { id: props.begun.id } } })),
    onSuccess: props.onDropped,
  });
  return (
    <>
      {drop.error !== null && <Failed error={drop.error} />}
      <Button variant="subtle" loading={drop.isPending} onClick={() => drop.mutate()}>
        {t('return.drop')}
      </Button>
    </>
  );
}

function SoldLines(props: {
  sold: Sold;
  counts: Record<string, number>;
  onChange: (counts: Record<string, number>) => void;
  isFixed: boolean;
}): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { sold, counts, onChange, isFixed } = props;
  return (
    <Stack gap="xs">
      {sold.lineItems.map(line => {
        const left = line.quantity - line.returnedQuantity;
        return (
          <Group key={line.id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{line.name}</Text>
              <Text size="sm" c="dimmed" className="money">
                {money(line.unitPrice)} · {t('return.sold', { count: line.quantity })}
                {line.returnedQuantity > 0 &&
                  ` · ${t('return.back', { count: line.returnedQuantity })}`}
              </Text>
            </div>
            <NumberInput
              aria-label={`${t('line.quantity')}: ${line.name}`}
              w={110}
              size="md"
              min={0}
              max={left}
              disabled={left === 0 || isFixed}
              allowDecimal={false}
              value={counts[line.id] ?? 0}
              onChange={value => onChange({ ...counts, [line.id]: Number(value) || 0 })}
            />
          </Group>
        );
      })}
    </Stack>
  );
}
