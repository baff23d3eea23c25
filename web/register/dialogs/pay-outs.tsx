import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCash, IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { cashOf } from '../../shared/cash.js';
import { Empty, Failed, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { RefundSlip } from '../parts/sale-paper.js';
import { Dialog } from '../parts/till-dialog.js';
import { type PayOut, payOut } from '../state/calls.js';
import { useDrawerFor } from '../state/devices/drawer-for-cash.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { PAY_OUTS, usePayOuts } from '../state/pay-outs.js';
import type { Session } from '../state/session.js';
import { tillCurrency } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { isShiftMissing, OpenShiftForm } from './open-shift.js';

type Paid = { amount: string; number: string; refund: string };

/** Cash refunds that wait for a drawer; any till of the store pays each of them once. */
export default function PayOutsDialog(props: { session: Session; onClose: () => void }): ReactNode {
  const { session, onClose } = props;
  const t = useT();
  const { money } = useFormat();
  const waiting = usePayOuts();
  const [paid, setPaid] = useState<Paid>();
  const [isShiftNeeded, setShiftNeeded] = useState(false);
  const drawerProblem = useDrawerFor(paid === undefined ? [] : [paid.refund]);
  if (isShiftNeeded) {
    return (
      <Dialog onClose={onClose} title={t('payOuts.title')} size="lg">
        <OpenShiftForm text={t('payOuts.shift')} onOpened={() => setShiftNeeded(false)} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title={t('payOuts.title')} size="lg">
      <Stack>
        <DeviceProblem error={drawerProblem} />
        {paid !== undefined && (
          <>
            <Alert color="pine" variant="light" icon={<IconCheck />} role="status">
              {t('payOuts.paid', {
                amount: money(paid.amount),
                number: paid.number,
                terminal: session.terminal,
              })}
            </Alert>
            <RefundSlip key={paid.refund} number={paid.number} refund={paid.refund} />
          </>
        )}
        <Show
          query={waiting}
          empty={
            <Empty
              icon={<IconCash size={28} />}
              title={t('payOuts.empty.title')}
              text={t('payOuts.empty.text')}
            />
          }
        >
          {list => (
            <Stack>
              {list.map(one => (
                <PayOutCard
                  key={one.refund_id}
                  waiting={one}
                  onPaid={setPaid}
                  onShiftNeeded={() => setShiftNeeded(true)}
                />
              ))}
            </Stack>
          )}
        </Show>
      </Stack>
    </Dialog>
  );
}

function PayOutCard(props: {
  waiting: PayOut;
  onPaid: (paid: Paid) => void;
  onShiftNeeded: () => void;
}): ReactNode {
  const { waiting, onPaid, onShiftNeeded } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money, relative } = useFormat();
  const { key, onError } = useIdempotencyKey();
  const reload = () => queries.invalidateQueries({ queryKey: PAY_OUTS });
  const pay = useMutation({
    mutationFn: () => payOut(api, waiting.refund_id, key),
    onError: error => {
      onError(error);
      if (isShiftMissing(error)) onShiftNeeded();
    },
    onSuccess: () => {
      onPaid({
        amount: cashOf(waiting, tillCurrency()),
        number: waiting.transaction_id,
        refund: waiting.refund_id,
      });
      void reload();
    },
  });
  const isPaidElsewhere = pay.error instanceof ApiError && pay.error.code === 'INVALID_STATE';
  return (
    <Paper className="surface" p="md" data-testid={`pay-out-${waiting.refund_id}`}>
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={700} size="lg" className="money">
            {money(cashOf(waiting, tillCurrency()))}
          </Text>
          <Text>{waiting.reason}</Text>
          <Text size="sm" c="dimmed">
            {[waiting.transaction_id, waiting.requested_by_name, relative(waiting.created_at)]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        {isPaidElsewhere ? (
          <Button variant="default" onClick={() => void reload()}>
            {t('payOuts.reload')}
          </Button>
        ) : (
          <Button size="lg" loading={pay.isPending} onClick={() => pay.mutate()}>
            {t('payOuts.pay', { amount: money(cashOf(waiting, tillCurrency())) })}
          </Button>
        )}
      </Group>
      {isPaidElsewhere && (
        <Alert color="brass" variant="light" mt="sm" role="alert">
          {t('payOuts.already')}
        </Alert>
      )}
      {pay.error !== null && !isPaidElsewhere && <Failed error={pay.error} />}
    </Paper>
  );
}
