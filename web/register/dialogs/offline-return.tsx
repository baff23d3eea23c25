import { Alert, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cashDueOf } from '../../../src/domains/pricing/index.js';
import { useApi } from '../../shared/api/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { KeptLines, NO_GOODS, type Returning, TypedGoods } from '../parts/offline-return-goods.js';
import { Dialog } from '../parts/till-dialog.js';
import { openDrawerAt } from '../state/devices/paired.js';
import { useDrawerPrinter } from '../state/devices/use-devices.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { recordStep } from '../state/journal/index.js';
import { findKept } from '../state/offline-return.js';
import { RETURN_REASONS } from '../state/returns.js';
import type { Session } from '../state/session.js';
import { formatMoney, minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { useOfflineReturnTexts } from '../texts/offline-return.js';

type Props = {
  session: Session;
  /** The number on a scanned receipt; a new scan searches again. */
  scanned: string;
  onClose: () => void;
};

/** Takes goods back with the printed receipt while the service is out of reach, for cash. */
export default function OfflineReturnDialog({ session, scanned, onClose }: Props): ReactNode {
  const t = useT();
  const own = useOfflineReturnTexts();
  const { money } = useFormat();
  const limit = session.store.offlineReturnLimit;
  const [number, setNumber] = useState(scanned);
  const [paid, setPaid] = useState<{ minor: number; isHeld: boolean }>();
  const find = useMutation({
    mutationFn: async (wanted: string) => ({
      number: wanted,
      kept: await findKept(session.terminal, wanted),
    }),
  });
  const search = useRef(find.mutate);
  search.current = find.mutate;
  useEffect(() => {
    if (scanned === '') return;
    setNumber(scanned);
    search.current(scanned);
  }, [scanned]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    find.mutate(number.trim());
  };
  const body = (): ReactNode => {
    if (paid !== undefined) return <Refunded {...paid} onClose={onClose} />;
    if (limit === undefined) return <Text>{own('notAllowed')}</Text>;
    return (
      <>
        <Alert color="brass" variant="light" role="status">
          {own('rule', { amount: money(limit) })}
        </Alert>
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label={t('return.number')}
              placeholder={`${session.terminal}-000123`}
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
            key={find.data.number}
            session={session}
            limitMinor={minor(limit)}
            found={find.data}
            onPaid={(refundMinor, isHeld) => setPaid({ minor: refundMinor, isHeld })}
          />
        )}
      </>
    );
  };
  return (
    <Dialog onClose={onClose} title={t('return.title')} size="lg">
      <Stack>{body()}</Stack>
    </Dialog>
  );
}

type Found = { number: string; kept: Awaited<ReturnType<typeof findKept>> };

function ReturnForm(props: {
  session: Session;
  limitMinor: number;
  found: Found;
  onPaid: (refundMinor: number, isHeld: boolean) => void;
}): ReactNode {
  const { session, limitMinor, found, onPaid } = props;
  const t = useT();
  const own = useOfflineReturnTexts();
  const { cents } = useFormat();
  const [goods, setGoods] = useState<Returning>(NO_GOODS);
  const [reason, setReason] = useState<string>('changed_mind');
  const [restock, setRestock] = useState(true);
  // Cash is handed over in the coins of the store.
  const refundMinor = cashDueOf(goods.worthMinor ?? 0, cashStepOf(session.store));
  const isTooMuch = refundMinor > limitMinor;
  const pay = usePaying(session, onPaid);
  return (
    <>
      {found.kept === undefined ? (
        <TypedGoods onChange={setGoods} />
      ) : (
        <KeptLines sale={found.kept} currency={session.store.currency} onChange={setGoods} />
      )}
      <Select
        label={t('return.reason')}
        value={reason}
        onChange={value => setReason(value ?? 'other')}
        allowDeselect={false}
        data={RETURN_REASONS.map(value => ({ value, label: t(`return.reason.${value}`) }))}
      />
      <Checkbox
        label={t('return.restock')}
        checked={restock}
        onChange={event => setRestock(event.currentTarget.checked)}
      />
      {goods.worthMinor === undefined && <Text c="red.8">{own('tooMany')}</Text>}
      {isTooMuch && (
        <Text c="red.8" role="alert">
          {own('tooMuch', { amount: cents(limitMinor) })}
        </Text>
      )}
      <DeviceProblem error={pay.error} />
      <Button
        size="lg"
        disabled={refundMinor === 0 || isTooMuch}
        loading={pay.isPending}
        onClick={() =>
          pay.mutate({
            refundMinor,
            data: {
              transaction: found.number,
              return_reason: reason,
              restock,
              line_items: goods.line_items,
            },
          })
        }
      >
        {own('go', { amount: cents(refundMinor) })}
      </Button>
    </>
  );
}

/** The entry is on disk before anybody sees that the money was paid back. */
function usePaying(session: Session, onPaid: (refundMinor: number, isHeld: boolean) => void) {
  const api = useApi();
  const printer = useDrawerPrinter();
  const { key, onError } = useIdempotencyKey();
  return useMutation({
    mutationFn: async (asked: { refundMinor: number; data: Record<string, unknown> }) => {
      const total = formatMoney(asked.refundMinor);
      const data = { ...asked.data, refund_to: 'cash', refund_amount: total };
      // Never asked for: the store has allowed it up to the limit.
      const step = { kind: 'return' as const, data, total, key, online: false };
      const entry = await recordStep(api, session, step);
      if (printer !== undefined) await openDrawerAt(printer);
      return entry;
    },
    onError,
    onSuccess: (entry, { refundMinor }) => onPaid(refundMinor, entry.state === 'held'),
  });
}

function Refunded(props: { minor: number; isHeld: boolean; onClose: () => void }): ReactNode {
  const t = useT();
  const own = useOfflineReturnTexts();
  const { cents } = useFormat();
  return (
    <>
      <Alert
        color="pine"
        variant="light"
        icon={<IconCheck />}
        title={t('return.done', { amount: cents(props.minor) })}
        role="status"
      >
        {own(props.isHeld ? 'heldText' : 'doneText')}
      </Alert>
      <Button size="lg" onClick={props.onClose} data-autofocus>
        {t('app.close')}
      </Button>
    </>
  );
}
