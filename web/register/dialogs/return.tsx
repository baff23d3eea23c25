import { Button, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { RETURN_REASONS } from '../../shared/return-reasons.js';
import type { Outcome } from '../../shared/run-return.js';
import { notify } from '../parts/notify.js';
import { ReceiptSearch } from '../parts/receipt-search.js';
import { RefundPreview } from '../parts/refund-preview.js';
import { leftOf, OutcomeFields, SoldLines } from '../parts/return-fields.js';
import { ReturnOutcome } from '../parts/return-outcome.js';
import { Dialog } from '../parts/till-dialog.js';
import { useReceiptFirst } from '../state/receipt-first.js';
import { findSale, type Return, type Sold, type SoldLine, useRunReturn } from '../state/returns.js';
import {
  countScan,
  type ReturnScan,
  useScannedGood,
  useScannedNumber,
} from '../state/scanned-goods.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';
import { ExchangeDialog } from './exchange.js';
import { AnnouncedReturns, ReceiveForm } from './receive-return.js';

/** Returns items of a sale, found by its receipt number. */
export default function ReturnDialog(props: {
  session: Session;
  onClose: () => void;
  /** The new sale of an exchange is the current sale now: its payment follows. */
  onPay: () => void;
  onWithoutReceipt: () => void;
  scanned: ReturnScan | undefined;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { scanned } = props;
  const [number, setNumber] = useState('');
  const [result, setResult] = useState<Return>();
  const [swapped, setSwapped] = useState<SoldLine>();
  const [arriving, setArriving] = useState<Return>();
  const find = useMutation({ mutationFn: (wanted: string) => findSale(api, wanted) });
  useScannedNumber(scanned, wanted => {
    setNumber(wanted);
    find.mutate(wanted);
  });
  const isAsked = find.data !== undefined && result === undefined && arriving === undefined;
  useReceiptFirst(scanned, isAsked);
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
        <ReturnOutcome session={props.session} result={result} onClose={props.onClose} />
      ) : arriving !== undefined ? (
        <ReceiveForm
          session={props.session}
          announced={arriving}
          onDone={setResult}
          onBack={() => setArriving(undefined)}
        />
      ) : (
        <Stack>
          <ReceiptSearch placeholder="TXN-…" number={number} onNumber={setNumber} find={find} />
          {find.data === undefined ? (
            <Button variant="subtle" onClick={props.onWithoutReceipt}>
              {t('return.noReceipt')}
            </Button>
          ) : (
            <AnnouncedReturns number={find.data.transaction} onReceive={setArriving} />
          )}
          {find.data !== undefined && (
            <ReturnForm
              key={find.data.transaction}
              session={props.session}
              sold={find.data}
              scanned={scanned}
              onDone={setResult}
              onExchange={setSwapped}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}

function ReturnForm(props: {
  session: Session;
  sold: Sold;
  scanned: ReturnScan | undefined;
  onDone: (result: Return) => void;
  onExchange: (line: SoldLine) => void;
}): ReactNode {
  const { session, sold, scanned, onDone } = props;
  const t = useT();
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [reason, setReason] = useState<string>('changed_mind');
  const [outcome, setOutcome] = useState<Outcome>({ refund_to: 'original', restock: true });
  const { opened, take, ask, stopAsking } = useRunReturn(session, outcome, onDone);
  useScannedGood(scanned, scan => {
    if (opened !== undefined) return;
    const found = countScan(
      sold.line_items.map(line => ({
        ...line,
        key: line.id,
        left: leftOf(line),
        count: counts[line.id] ?? 0,
      })),
      scan,
    );
    if (typeof found === 'string') notify(t(`return.${found}`, { name: scan.good.name }));
    else setCounts({ ...counts, [found.key]: found.count });
  });
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
        data={RETURN_REASONS.map(value => ({ value, label: t(`return.reason.${value}`) }))}
      />
      <OutcomeFields outcome={outcome} onChange={setOutcome} />
      {opened === undefined && lines.length > 0 && (
        <RefundPreview
          session={session}
          number={sold.transaction}
          lines={lines.map(([id, quantity]) => ({ original_line_item: id, quantity }))}
          refundTo={outcome.refund_to}
        />
      )}
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
