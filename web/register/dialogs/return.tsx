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
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError, answer, once, type Tillhouse } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { Dialog } from '../../shared/components/dialog.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
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

const openReturn = (
  api: Tillhouse,
  body: {
    transaction: string;
    return_reason: string;
    line_items: { original_line_item: string; quantity: number }[];
  },
  key: string,
) => answer(api.POST('/returns/', { body, ...once(key) }));
type Return = Awaited<ReturnType<typeof openReturn>>;

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
  const amount = money(refund_amount);
  const isDone = result.status === 'completed';
  return (
    <Stack>
      <Alert
        color={isDone ? 'pine' : 'brass'}
        variant="light"
        icon={<IconCheck />}
        title={isDone ? t('return.done', { amount }) : t('return.waits', { number })}
      >
        {isDone ? t('return.done.text', { number }) : t('return.waits.text', { amount })}
        {credit !== null && (
          <Text fw={700} mt="xs">
            {t('return.done.credit', { code: credit.code, amount: money(credit.amount) })}
          </Text>
        )}
      </Alert>
      <Button size="lg" onClick={onClose}>
        {t('app.close')}
      </Button>
    </Stack>
  );
}

function ReturnForm(props: {
  who: Session;
  sold: Sold;
  onDone: (result: Return) => void;
}): ReactNode {
  const { who, sold, onDone } = props;
  const t = useT();
  const api = useApi();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [reason, setReason] = useState<string>('changed_mind');
  const [way, setWay] = useState<Way>('cash');
  const [restock, setRestock] = useState(true);
  const { key, onError: onOpenError } = useKey();
  const { key: finishKey, onError: onFinishError } = useKey();
  // Once opened its goods are fixed: trying again goes on with it and opens no second one.
  const [begun, setBegun] = useState<Return>();
  const [ask, setAsk] = useState<Ask>();
  const lines = Object.entries(counts).filter(([, quantity]) => quantity > 0);

  const finish = (id: string, approval?: string) =>
    answer(
      api.POST('/returns/{id}/complete/', {
        params: { path: { id } },
        body: {
          refund_to: way,
          restock,
          ...(approval !== undefined && { approval_request_id: approval }),
        },
        ...once(`${finishKey}-complete${approval ?? ''}`),
      }),
    );

  const open = async (): Promise<Return> => {
    const line_items = lines.map(([id, quantity]) => ({ original_line_item: id, quantity }));
    const body = { transaction: sold.transactionId, return_reason: reason, line_items };
    try {
      const opened = await openReturn(api, body, key);
      setBegun(opened);
      return opened;
    } catch (error) {
      onOpenError(error);
      throw error;
    }
  };

  const take = useMutation({
    mutationFn: async () => {
      const opened = begun ?? (await open());
      // Who may not decide hands over to somebody who may.
      if (!mayDecide(who)) return opened;
      const at = { params: { path: { id: opened.id } } };
      await api.POST('/returns/{id}/approve/', { ...at, ...once(`${key}-approve`) });
      await api.POST('/returns/{id}/receive/', { ...at, ...once(`${key}-receive`) });
      try {
        return await finish(opened.id);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'APPROVAL_REQUIRED') throw error;
        setAsk({
          requestType: 'refund',
          amountMinor: minor(opened.refund_amount),
          details: { transaction_id: sold.transactionId, return: opened.return_number },
          onApproved: async id => onDone(await finish(opened.id, id)),
        });
        return undefined;
      }
    },
    onError: onFinishError,
    onSuccess: result => {
      if (result !== undefined) onDone(result);
    },
  });
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={() => setAsk(undefined)} />;

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
        value={way}
        onChange={value => setWay(value as Way)}
        data={WAYS.map(value => ({ value, label: t(`return.to.${value}`) }))}
      />
      <Checkbox
        label={t('return.restock')}
        checked={restock}
        onChange={event => setRestock(event.currentTarget.checked)}
      />
      {take.error !== null && <Failed error={take.error} />}
      <Button
        size="lg"
        disabled={lines.length === 0}
        loading={take.isPending}
        onClick={() => take.mutate()}
      >
        {t('return.go')}
      </Button>
    </Stack>
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
