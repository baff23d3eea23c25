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
import { isMeasured } from '../../../src/domains/pricing/index.js';
import { minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Outcome as ReturnOutcome, runReturn } from '../../shared/run-return.js';
import { Refunds } from '../parts/refunds.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { mayApprove, type Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog, type Ask } from './approval.js';
import { ExchangeDialog } from './exchange.js';

const REASONS = [
  'changed_mind',
  'defective',
  'damaged',
  'wrong_item',
  'not_as_described',
  'other',
] as const;
/** The money goes back where it came from, a gift card for instance, unless the cashier says so. */
const REFUND_METHODS = ['original', 'cash', 'store_credit'] as const;
type RefundMethod = (typeof REFUND_METHODS)[number];

const findSale = (api: Tillhouse, number: string) =>
  answer(api.GET('/returns/sales/{transaction}/', { params: { path: { transaction: number } } }));
export type Sold = Awaited<ReturnType<typeof findSale>>;

export type SoldLine = Sold['line_items'][number];

type ReturnRequest = {
  transaction: string;
  return_reason: string;
  line_items: { original_line_item: string; quantity: number }[];
};
const openReturn = (api: Tillhouse, body: ReturnRequest, key: string) =>
  answer(api.POST('/returns/', { body, ...once(key) }));
type Return = Awaited<ReturnType<typeof openReturn>>;

const readReturn = (api: Tillhouse, id: string): Promise<Return> =>
  answer(api.GET('/returns/{id}/', { params: { path: { id } } }));

/** Returns items of a sale, found by its receipt number. */
export default function ReturnDialog(props: {
  session: Session;
  onClose: () => void;
  /** The new sale of an exchange is the current sale now: its payment follows. */
  onPay: () => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const [number, setNumber] = useState('');
  const [result, setResult] = useState<Return>();
  const [swapped, setSwapped] = useState<SoldLine>();
  const find = useMutation({ mutationFn: () => findSale(api, number.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find.mutate();
  };
  if (swapped !== undefined && find.data !== undefined) {
    return (
      <ExchangeDialog
        session={props.session}
        sold={find.data}
        line={swapped}
        onBack={() => setSwapped(undefined)}
        onClose={props.onClose}
        onPay={props.onPay}
      />
    );
  }
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
            <ReturnForm
              key={find.data.transaction}
              session={props.session}
              sold={find.data}
              onDone={setResult}
              onExchange={setSwapped}
            />
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
  // A refund that waits for a hand has not happened yet.
  const isPaid = isDone && result.refunds.every(({ status }) => status === 'succeeded');
  const title = (): string => {
    if (!isDone) return t('return.refused', { number });
    return t(isPaid ? 'return.done' : 'return.open', { amount: money(refund_amount) });
  };
  return (
    <Stack>
      <Alert
        color={isPaid ? 'pine' : 'brass'}
        variant="light"
        icon={isPaid ? <IconCheck /> : <IconHandStop />}
        title={title()}
        role="status"
      >
        {isDone ? t('return.done.text', { number }) : t('return.refused.text')}
        {credit !== null && (
          <Text fw={700} mt="xs">
            {t('return.done.credit', { code: credit.code, amount: money(credit.amount) })}
          </Text>
        )}
      </Alert>
      <Refunds refunds={result.refunds} />
      <Button size="lg" onClick={onClose} data-autofocus>
        {t('app.close')}
      </Button>
    </Stack>
  );
}

/** Runs a return to the refund, and requests approval if the cashier lacks permission. */
function useRunReturn(session: Session, outcome: ReturnOutcome, onDone: (result: Return) => void) {
  const api = useApi();
  const { key, onError } = useIdempotencyKey();
  // A retry continues the return that is already open; its items can no longer change.
  const [opened, setOpened] = useState<Return>();
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
  const open = async (request: ReturnRequest): Promise<Return> => {
    try {
      return await openReturn(api, request, key);
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  const take = useMutation({
    mutationFn: async ({ request, approval }: { request?: ReturnRequest; approval?: string }) => {
      // A manager may have changed or rejected the return in the meantime.
      const now =
        opened === undefined && request !== undefined
          ? await open(request)
          : await readReturn(api, opened?.id ?? '');
      setOpened(now);
      const mustAsk = now.status === 'pending' && !mayApprove(session);
      if (mustAsk && approval === undefined) return askFor(now);
      try {
        return await runReturn(api, now, outcome, { onStep: setOpened, approval });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'APPROVAL_REQUIRED') throw error;
        return askFor(now);
      }
    },
    onSuccess: result => {
      if (result !== undefined) onDone(result);
    },
  });
  return { opened, take, ask, stopAsking: () => setAsk(undefined) };
}

function ReturnForm(props: {
  session: Session;
  sold: Sold;
  onDone: (result: Return) => void;
  onExchange: (line: SoldLine) => void;
}): ReactNode {
  const { session, sold, onDone } = props;
  const t = useT();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [reason, setReason] = useState<string>('changed_mind');
  const [outcome, setOutcome] = useState<ReturnOutcome>({ refund_to: 'original', restock: true });
  const { opened, take, ask, stopAsking } = useRunReturn(session, outcome, onDone);
  const lines = Object.entries(counts).filter(([, quantity]) => quantity > 0);
  const submit = (): void => {
    const line_items = lines.map(([id, quantity]) => ({ original_line_item: id, quantity }));
    take.mutate({
      request: { transaction: sold.transaction, return_reason: reason, line_items },
    });
  };
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={stopAsking} />;
  return (
    <Stack>
      <SoldLines
        sold={sold}
        counts={counts}
        onChange={setCounts}
        onExchange={props.onExchange}
        isLocked={opened !== undefined}
      />
      <Select
        label={t('return.reason')}
        value={reason}
        disabled={opened !== undefined}
        onChange={value => setReason(value ?? 'other')}
        allowDeselect={false}
        data={REASONS.map(value => ({ value, label: t(`return.reason.${value}`) }))}
      />
      <SegmentedControl
        aria-label={t('return.to')}
        value={outcome.refund_to}
        onChange={value => setOutcome({ ...outcome, refund_to: value as RefundMethod })}
        data={REFUND_METHODS.map(value => ({ value, label: t(`return.to.${value}`) }))}
      />
      <Checkbox
        label={t('return.restock')}
        checked={outcome.restock}
        onChange={event => setOutcome({ ...outcome, restock: event.currentTarget.checked })}
      />
      {take.error !== null && <Failed error={take.error} />}
      <Button size="lg" disabled={lines.length === 0} loading={take.isPending} onClick={submit}>
        {t('return.go')}
      </Button>
      {opened?.status === 'pending' && !take.isPending && (
        <CancelReturn opened={opened} onCancelled={onDone} />
      )}
    </Stack>
  );
}

/** Cancels the open return, so that no approval request stays open. */
function CancelReturn(props: { opened: Return; onCancelled: (result: Return) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const drop = useMutation({
    mutationFn: () =>
      answer(api.POST('/returns/{id}/cancel/', { params: { path: { id: props.opened.id } } })),
    onSuccess: props.onCancelled,
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
        const left = Math.round((line.quantity - line.returned_quantity) * 1000) / 1000;
        return (
          <Group key={line.id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{line.name}</Text>
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
                aria-label={`${t('exchange.pick')}: ${line.name}`}
                onClick={() => onExchange(line)}
              >
                {t('exchange.pick')}
              </Button>
            )}
            <NumberInput
              aria-label={`${t('line.quantity')}: ${line.name}`}
              w={110}
              size="md"
              min={0}
              max={left}
              disabled={left === 0 || isLocked}
              allowDecimal={isMeasured(unit)}
              decimalScale={3}
              suffix={isMeasured(unit) ? ` ${unit}` : ''}
              value={counts[line.id] ?? 0}
              onChange={value => onChange({ ...counts, [line.id]: Number(value) || 0 })}
            />
          </Group>
        );
      })}
    </Stack>
  );
}
