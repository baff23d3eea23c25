import { Alert, Button, Divider, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Failed, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Dialog } from '../parts/till-dialog.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { useUnsent } from '../state/journal/unsent.js';
import type { Session } from '../state/session.js';
import { SHIFT, type Shift, useShift } from '../state/shift.js';
import { useT } from '../texts/index.js';
import { CashForm, CountFields, OfflineShift, type Pieces } from './offline-shift.js';
import { OpenShiftForm } from './open-shift.js';
import { ShiftReport } from './report.js';
import { differenceLabel, differenceOf } from './variance.js';

/** Opens a shift, records cash movements, counts blind and closes the shift. */
export default function ShiftDialog(props: { session: Session; onClose: () => void }): ReactNode {
  const t = useT();
  const online = useOnline();
  const [closed, setClosed] = useState<Shift>();
  const shift = useShift();
  if (!online) return <OfflineShift session={props.session} onClose={props.onClose} />;
  return (
    <Dialog onClose={props.onClose} title={t('shift.title')} size="lg">
      {closed !== undefined ? (
        <Closed shift={closed} onClose={props.onClose} />
      ) : (
        <Show query={shift}>
          {found =>
            found === null ? (
              <OpenShiftForm text={t('shift.none.text')} />
            ) : (
              <Running shift={found} session={props.session} onClosed={setClosed} />
            )
          }
        </Show>
      )}
    </Dialog>
  );
}

function Running(props: {
  session: Session;
  shift: Shift;
  onClosed: (shift: Shift) => void;
}): ReactNode {
  const { session, shift, onClosed } = props;
  const t = useT();
  const { time } = useFormat();
  const [isCounting, setCounting] = useState(false);
  const [isReading, setReading] = useState(false);
  const waiting = useUnsent(session.terminal).length;
  const since = t('shift.since', {
    time: time(shift.opened_at),
    name: shift.opened_by_name ?? '',
  });
  if (isCounting && waiting === 0)
    return <CountForm shift={shift} onDone={() => setCounting(false)} />;
  if (isReading) {
    return (
      <Stack>
        <ShiftReport shift={shift.id} kind="x" />
        <Button variant="default" size="lg" onClick={() => setReading(false)}>
          {t('app.back')}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text c="dimmed">{since}</Text>
      {shift.counts === 0 && <CashForm session={session} />}
      {shift.counts > 0 && waiting === 0 && <CloseForm shift={shift} onClosed={onClosed} />}
      <Divider />
      {waiting > 0 && (
        <Alert color="brass" variant="light" role="status">
          {t('shift.waiting', { count: waiting })}
        </Alert>
      )}
      <Button
        size="lg"
        disabled={waiting > 0}
        variant={shift.counts === 0 ? 'filled' : 'default'}
        onClick={() => setCounting(true)}
      >
        {t(shift.counts === 0 ? 'shift.count' : 'shift.recount')}
      </Button>
      <Button variant="default" size="lg" onClick={() => setReading(true)}>
        {t('shift.x')}
      </Button>
    </Stack>
  );
}

/** Shows the Z report of the closed shift. */
function Closed({ shift, onClose }: { shift: Shift; onClose: () => void }): ReactNode {
  const t = useT();
  return (
    <Stack>
      <Alert color="pine" variant="light" role="status">
        {t('shift.closed', { number: shift.z_number ?? 0 })}
      </Alert>
      <ShiftReport shift={shift.id} kind="z" />
      <Button variant="default" size="lg" onClick={onClose}>
        {t('app.close')}
      </Button>
    </Stack>
  );
}

/** Blind count by denomination: the expected amount is hidden. */
function CountForm({ shift, onDone }: { shift: Shift; onDone: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { key, onError } = useIdempotencyKey();
  const count = useMutation({
    mutationFn: (denominations: Pieces[]) =>
      api.POST('/cash-management/shifts/{id}/count/', {
        params: { path: { id: shift.id } },
        body: { denominations },
        ...once(key),
      }),
    onError,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SHIFT });
      onDone();
    },
  });
  return (
    <CountFields values={shift.denominations} onSave={count.mutate}>
      {count.error !== null && <Failed error={count.error} />}
      <Button type="submit" size="lg" loading={count.isPending}>
        {t('shift.saveCount')}
      </Button>
    </CountFields>
  );
}

function CloseForm(props: { shift: Shift; onClosed: (shift: Shift) => void }): ReactNode {
  const { shift, onClosed } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money, cents } = useFormat();
  const [reason, setReason] = useState('');
  const { key, onError } = useIdempotencyKey();
  const close = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/cash-management/shifts/{id}/close/', {
          params: { path: { id: shift.id } },
          body: { reason },
          ...once(key),
        }),
      ),
    onError,
    onSuccess: closed => {
      onClosed(closed);
      void queries.invalidateQueries({ queryKey: SHIFT });
    },
  });
  const row = (label: string, amount: string): ReactNode => (
    <Group justify="space-between">
      <Text>{label}</Text>
      <Text fw={650} className="money">
        {amount}
      </Text>
    </Group>
  );
  const moneyOrNone = (amount: string | null): string => (amount === null ? '–' : money(amount));
  const difference = differenceOf(shift.counted_amount, shift.expected_amount);
  const isOff = difference !== null && difference !== 0;
  return (
    <Stack>
      <Alert color={isOff ? 'brass' : 'pine'} variant="light">
        <Stack gap={4} data-testid="variance">
          {row(t('shift.counted'), moneyOrNone(shift.counted_amount))}
          {row(t('shift.expected'), moneyOrNone(shift.expected_amount))}
          {row(t(differenceLabel(difference)), difference === null ? '–' : cents(difference))}
        </Stack>
      </Alert>
      {isOff && (
        <Textarea
          label={t('shift.variance.reason')}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      )}
      {close.error !== null && <Failed error={close.error} />}
      <Button size="lg" loading={close.isPending} onClick={() => close.mutate()}>
        {t('shift.close')}
      </Button>
    </Stack>
  );
}
