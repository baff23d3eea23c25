import { Alert, Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { cashDueOf, offlineReturnDayLimit } from '../../../src/domains/pricing/index.js';
import { sumOf } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { RETURN_REASONS, type ReturnReason } from '../../shared/return-reasons.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { KeptLines, NO_GOODS, type Returning, TypedGoods } from '../parts/offline-return-goods.js';
import { OwnPaper } from '../parts/own-paper.js';
import { ReceiptSearch } from '../parts/receipt-search.js';
import { Dialog } from '../parts/till-dialog.js';
import { useCatalogue } from '../state/catalogue.js';
import { useDrawer } from '../state/devices/use-drawer.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import type { Entry } from '../state/journal/entries.js';
import { recordStep } from '../state/journal/index.js';
import { findKept, paidBackToday } from '../state/offline-return.js';
import { type PaidReturn, returnRows } from '../state/paper/return-rows.js';
import { useReceiptFirst } from '../state/receipt-first.js';
import { type ReturnScan, useScannedNumber } from '../state/scanned-goods.js';
import type { Session } from '../state/session.js';
import { formatMoney, minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { useOfflineReturnTexts } from '../texts/use-offline-return-texts.js';

type Props = {
  session: Session;
  scanned: ReturnScan | undefined;
  onClose: () => void;
};

/** Takes goods back with the printed receipt while the service is out of reach, for cash. */
export default function OfflineReturnDialog({ session, scanned, onClose }: Props): ReactNode {
  const t = useT();
  const own = useOfflineReturnTexts();
  const { money } = useFormat();
  const limit = session.store.offlineReturnLimit;
  const [number, setNumber] = useState('');
  const [paid, setPaid] = useState<Paid>();
  const find = useMutation({
    mutationFn: async (wanted: string) => ({
      number: wanted,
      kept: await findKept(session.terminal, wanted),
      paidToday: await paidBackToday(session),
    }),
  });
  useScannedNumber(scanned, wanted => {
    if (paid !== undefined) return;
    setNumber(wanted);
    find.mutate(wanted);
  });
  useReceiptFirst(scanned, find.data !== undefined && paid === undefined);
  const body = (): ReactNode => {
    if (paid !== undefined) return <Refunded {...paid} onClose={onClose} />;
    if (limit === undefined) return <Text>{own('notAllowed')}</Text>;
    return (
      <>
        <Alert color="brass" variant="light" role="status">
          {own('rule', { amount: money(limit) })}
        </Alert>
        <ReceiptSearch
          placeholder={`${session.terminal}-000123`}
          number={number}
          onNumber={setNumber}
          find={find}
        />
        {find.data !== undefined && (
          <ReturnForm
            key={find.data.number}
            session={session}
            limitMinor={minor(limit)}
            found={find.data}
            scanned={scanned}
            onPaid={setPaid}
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

type Paid = { refundMinor: number; entry: Entry };
type Found = { number: string; kept: Awaited<ReturnType<typeof findKept>>; paidToday: string[] };

function ReturnForm(props: {
  session: Session;
  limitMinor: number;
  found: Found;
  scanned: ReturnScan | undefined;
  onPaid: (paid: Paid) => void;
}): ReactNode {
  const { session, limitMinor, found, scanned, onPaid } = props;
  const t = useT();
  const own = useOfflineReturnTexts();
  const { cents } = useFormat();
  const [goods, setGoods] = useState<Returning>(NO_GOODS);
  const [reason, setReason] = useState<ReturnReason>('changed_mind');
  const [restock, setRestock] = useState(true);
  // Cash is handed over in the coins of the store.
  const refundMinor = cashDueOf(goods.worthMinor ?? 0, cashStepOf(session.store));
  const leftMinor = Math.max(0, limitMinor - sumOf((found.kept?.paidBack ?? []).map(minor)));
  const { offlineReturnDayLimit: day } = session.store;
  const dayLimitMinor = offlineReturnDayLimit(limitMinor, day === undefined ? day : minor(day));
  const leftTodayMinor = Math.max(0, dayLimitMinor - sumOf(found.paidToday.map(minor)));
  const isTooMuch = refundMinor > Math.min(leftMinor, leftTodayMinor);
  const isPaidInCash = useIsCash(found.kept?.paidWith);
  const pay = usePaying(session, onPaid);
  if (!isPaidInCash) return <Text>{own('notCash')}</Text>;
  return (
    <>
      {found.kept === undefined ? (
        <TypedGoods scanned={scanned} onChange={setGoods} />
      ) : (
        <KeptLines
          sale={found.kept}
          currency={session.store.currency}
          scanned={scanned}
          onChange={setGoods}
        />
      )}
      <Select
        label={t('return.reason')}
        value={reason}
        onChange={value => setReason((value as ReturnReason | null) ?? 'other')}
        allowDeselect={false}
        data={RETURN_REASONS.map(value => ({ value, label: t(`return.reason.${value}`) }))}
      />
      <Checkbox
        label={t('return.restock')}
        checked={restock}
        onChange={event => setRestock(event.currentTarget.checked)}
      />
      {goods.worthMinor === undefined && (
        <Text c="var(--mantine-color-error)">{own('tooMany')}</Text>
      )}
      {isTooMuch && (
        <Text c="var(--mantine-color-error)" role="alert">
          {leftTodayMinor < leftMinor
            ? own('tooMuchToday', { amount: cents(leftTodayMinor) })
            : own('tooMuch', { amount: cents(leftMinor) })}
        </Text>
      )}
      {found.kept?.hasBundles && <Text c="dimmed">{own('bundles')}</Text>}
      {pay.error !== null && <Failed error={pay.error} />}
      <Button
        size="lg"
        disabled={refundMinor === 0 || isTooMuch}
        loading={pay.isPending}
        onClick={() =>
          pay.mutate({
            slip: {
              saleNumber: found.kept?.number ?? found.number,
              reason,
              goods: goods.goods,
              refundMinor,
            },
            restock,
            lines: goods.line_items,
          })
        }
      >
        {own('go', { amount: cents(refundMinor) })}
      </Button>
    </>
  );
}

type Asked = { slip: PaidReturn; restock: boolean; lines: Returning['line_items'] };

/** True for a sale that this till does not know: its printed receipt shows how it was paid. */
function useIsCash(paidWith: readonly string[] | undefined): boolean {
  const methods = useCatalogue().data?.methods ?? [];
  return (paidWith ?? []).every(id => methods.find(({ code }) => code === id)?.type === 'cash');
}

/** The entry is on disk before anybody sees that the money was paid back. */
function usePaying(session: Session, onPaid: (paid: Paid) => void) {
  const api = useApi();
  const { key, onError } = useIdempotencyKey();
  return useMutation({
    mutationFn: async ({ slip, restock, lines }: Asked) => {
      const total = formatMoney(slip.refundMinor);
      const data = {
        transaction: slip.saleNumber,
        return_reason: slip.reason,
        restock,
        line_items: lines,
        refund_to: 'cash',
        refund_amount: total,
      };
      const paperFor = (made: Entry) => returnRows(session, slip, made);
      // Never asked for: the store has allowed it up to the limit.
      const step = { kind: 'return' as const, data, total, paperFor, key, online: false };
      return recordStep(api, session, step);
    },
    onError,
    onSuccess: (entry, { slip }) => onPaid({ refundMinor: slip.refundMinor, entry }),
  });
}

function Refunded(props: Paid & { onClose: () => void }): ReactNode {
  const { refundMinor, entry, onClose } = props;
  const t = useT();
  const own = useOfflineReturnTexts();
  const { cents } = useFormat();
  const drawerProblem = useDrawer(true);
  return (
    <>
      <DeviceProblem error={drawerProblem} />
      <Alert
        color="pine"
        variant="light"
        icon={<IconCheck />}
        title={t('return.done', { amount: cents(refundMinor) })}
        role="status"
      >
        {own('doneText')}
      </Alert>
      {entry.paper !== undefined && <OwnPaper rows={entry.paper} />}
      <Button size="lg" variant="default" onClick={onClose} data-autofocus>
        {t('app.close')}
      </Button>
    </>
  );
}
