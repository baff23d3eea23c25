import {
  Alert,
  Button,
  Divider,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { readMoney } from '../parts/money.js';
import { Dialog } from '../parts/till-dialog.js';
import type { Ask } from '../state/approval-ask.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { recordStep } from '../state/journal/index.js';
import { movementAsk } from '../state/movement-ask.js';
import type { Session } from '../state/session.js';
import { denominations, shiftHere } from '../state/shift-here.js';
import { formatMoney, minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';
import { OpenShiftForm } from './open-shift.js';

/** How often a coin or note is in the drawer. */
export type Pieces = { value: string; quantity: number };

/** A shift without a connection: its steps are entries of the journal; the Z report follows later. */
export function OfflineShift(props: { session: Session; onClose: () => void }): ReactNode {
  const t = useT();
  const { time } = useFormat();
  const shift = shiftHere.use();
  const [isCounting, setCounting] = useState(false);
  const body = (): ReactNode => {
    if (shift === null) return <OpenShiftForm text={t('shift.none.text')} />;
    if (isCounting) return <CloseOffline session={props.session} onClosed={props.onClose} />;
    const name = shift.opened_by_name ?? '';
    return (
      <>
        <Text c="dimmed">{t('shift.since', { time: time(shift.opened_at), name })}</Text>
        <CashForm session={props.session} />
        <Divider />
        <Button size="lg" onClick={() => setCounting(true)}>
          {t('journal.countAndClose')}
        </Button>
      </>
    );
  };
  return (
    <Dialog onClose={props.onClose} title={t('shift.title')} size="lg">
      <Stack>
        <Alert color="brass" variant="light" role="status">
          {t('journal.offlineShift')}
        </Alert>
        {body()}
      </Stack>
    </Dialog>
  );
}

/** Counts the drawer and closes the shift in one step: what is expected, only the service knows. */
function CloseOffline(props: { session: Session; onClosed: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { key, onError } = useIdempotencyKey();
  const [reason, setReason] = useState('');
  const close = useMutation({
    mutationFn: (pieces: Pieces[]) =>
      recordStep(api, props.session, {
        kind: 'shift_close',
        // Nobody knows the difference yet, so a reason always goes with it.
        data: { denominations: pieces, reason: reason.trim() || t('journal.offlineCount') },
        key,
        online,
      }),
    onError,
    onSuccess: ({ state }) => {
      const isHeld = state === 'held';
      if (!isHeld) shiftHere.set(null);
      notifications.show({ message: t(isHeld ? 'journal.doneHeld' : 'journal.closedHere') });
      props.onClosed();
    },
  });
  return (
    <CountFields values={denominations.use()} onSave={close.mutate}>
      <TextInput
        label={t('shift.variance.reason')}
        description={t('journal.reasonHint')}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      {close.error !== null && <Failed error={close.error} />}
      <Button type="submit" size="lg" loading={close.isPending}>
        {t('shift.close')}
      </Button>
    </CountFields>
  );
}

/** Blind count by denomination: the expected amount is hidden. */
export function CountFields(props: {
  values: readonly string[];
  onSave: (pieces: Pieces[]) => void;
  children: ReactNode;
}): ReactNode {
  const t = useT();
  const { money, cents } = useFormat();
  const [pieces, setPieces] = useState<Record<string, number>>({});
  const sum = Object.entries(pieces).reduce((all, [value, n]) => all + minor(value) * n, 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    props.onSave(props.values.map(value => ({ value, quantity: pieces[value] ?? 0 })));
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text c="dimmed">{t('shift.count.text')}</Text>
        <SimpleGrid cols={{ base: 2, xs: 3 }}>
          {props.values.map(value => (
            <NumberInput
              key={value}
              label={money(value)}
              aria-label={t('shift.pieces', { value: money(value) })}
              min={0}
              allowDecimal={false}
              value={pieces[value] ?? ''}
              onChange={n => setPieces({ ...pieces, [value]: Number(n) || 0 })}
            />
          ))}
        </SimpleGrid>
        <Group justify="space-between">
          <Text fw={650}>{t('shift.counted')}</Text>
          <Text fw={700} size="xl" className="money" data-testid="counted">
            {cents(sum)}
          </Text>
        </Group>
        {props.children}
      </Stack>
    </form>
  );
}

type Move = { kind: 'cash_in' | 'cash_out'; approval?: string };

/** Cash in and out of the drawer that is no payment. Much of it needs an approval of the service. */
export function CashForm({ session }: { session: Session }): ReactNode {
  const t = useT();
  const api = useApi();
  const online = useOnline();
  const { money } = useFormat();
  const [ask, setAsk] = useState<Ask>();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const { key, renew, onError } = useIdempotencyKey();
  const amount = readMoney(text);
  const move = useMutation({
    mutationFn: async ({ kind, approval }: Move) => {
      const data = {
        amount: formatMoney(amount ?? 0),
        reason,
        ...(approval !== undefined && { approval_request_id: approval }),
      };
      try {
        return await recordStep(api, session, { kind, data, total: data.amount, key, online });
      } catch (error) {
        const needed = movementAsk(error, reason);
        if (needed === undefined) throw error;
        setAsk({ ...needed, onApproved: id => move.mutate({ kind, approval: id }) });
        return undefined;
      }
    },
    onError,
    onSuccess: entry => {
      if (entry === undefined) return;
      const { state } = entry;
      const text = state === 'held' ? 'journal.doneHeld' : 'shift.booked';
      notifications.show({ message: t(text) });
      setText('');
      setReason('');
      renew();
    },
  });
  const { cashMovementLimit: limit } = session.store;
  const isOverLimit = !online && limit !== undefined && (amount ?? 0) > minor(limit);
  const isReady = amount !== undefined && amount > 0 && reason.trim() !== '' && !isOverLimit;
  return (
    <Stack>
      <Group grow align="flex-start">
        <TextInput
          label={t('shift.amount')}
          inputMode="decimal"
          size="md"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <TextInput
          label={t('shift.reason')}
          size="md"
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Group>
      {isOverLimit && <Alert color="brass">{t('shift.overLimit', { amount: money(limit) })}</Alert>}
      {move.error !== null && <Failed error={move.error} />}
      {ask !== undefined && <ApprovalDialog ask={ask} onClose={() => setAsk(undefined)} />}
      <Group grow>
        <Button
          variant="default"
          disabled={!isReady}
          onClick={() => move.mutate({ kind: 'cash_in' })}
        >
          {t('shift.payIn')}
        </Button>
        <Button
          variant="default"
          disabled={!isReady}
          onClick={() => move.mutate({ kind: 'cash_out' })}
        >
          {t('shift.payOut')}
        </Button>
      </Group>
    </Stack>
  );
}
