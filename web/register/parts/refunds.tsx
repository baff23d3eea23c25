import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { cashOf } from '../../shared/cash.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { confirmRefund, type Refund } from '../state/calls.js';
import { useDrawerFor } from '../state/devices/drawer-for-cash.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { tillCurrency } from '../state/till-money.js';
import { type Key, useT } from '../texts/index.js';
import { DeviceProblem } from './device-problem.js';
import { RefundSlip } from './sale-paper.js';

/** How each amount goes back to the customer, and what is still to do. */
export function Refunds(props: {
  refunds: Refund[];
  /** Number of the sale. */
  number: string;
}): ReactNode {
  const drawerProblem = useDrawerFor(props.refunds.filter(isCashPaid).map(one => one.refund_id));
  return (
    <Stack gap="sm" data-testid="refunds">
      <DeviceProblem error={drawerProblem} />
      {props.refunds.map(refund => (
        <RefundCard key={refund.refund_id} refund={refund} number={props.number} />
      ))}
    </Stack>
  );
}

const isCashPaid = ({ way, status }: Refund): boolean => way === 'cash' && status === 'succeeded';

const stateOf = ({ status, way, action_required: action }: Refund): Key => {
  if (status === 'failed') return 'refund.failed';
  if (status === 'pending') return action ? `refund.${action}` : 'refund.pending';
  return way ? `refund.${way}` : 'refund.succeeded';
};

function RefundCard(props: { refund: Refund; number: string }): ReactNode {
  const { refund: given, number } = props;
  const t = useT();
  const { money } = useFormat();
  const [refund, setRefund] = useState(given);
  const isDone = refund.status === 'succeeded';
  const { reference, store_credit_code: code } = refund;
  return (
    <Paper className="surface" p="md">
      <Stack gap="sm">
        <Group wrap="nowrap" align="flex-start">
          {isDone ? (
            <IconCheck color="var(--app-accent)" aria-hidden />
          ) : (
            <IconAlertCircle color="var(--app-warn-ink)" aria-hidden />
          )}
          <div>
            <Text fw={700} className="money">
              {money(cashOf(refund, tillCurrency()))}
            </Text>
            <Text>{t(stateOf(refund))}</Text>
            {code && <Text fw={700}>{t('refund.code', { code })}</Text>}
            {reference && <Text c="dimmed">{t('refund.reference', { reference })}</Text>}
          </div>
        </Group>
        {refund.action_required === 'confirm_on_terminal' && (
          <ConfirmForm refund={refund} onConfirmed={setRefund} />
        )}
        {isDone && <RefundSlip number={number} refund={refund.refund_id} />}
      </Stack>
    </Paper>
  );
}

/** The refund was made on the stand-alone terminal: its slip number finishes it. */
function ConfirmForm(props: { refund: Refund; onConfirmed: (refund: Refund) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [reference, setReference] = useState('');
  const { key, onError } = useIdempotencyKey();
  const confirm = useMutation({
    mutationFn: () => confirmRefund(api, props.refund.refund_id, reference.trim(), key),
    onError,
    onSuccess: done => props.onConfirmed({ ...props.refund, ...done }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirm.mutate();
  };
  if (confirm.error instanceof ApiError && confirm.error.status === 403) {
    return (
      <Alert color="brass" variant="light" role="status">
        {t('refund.askManager')}
      </Alert>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label={t('pay.reference')}
            value={reference}
            onChange={event => setReference(event.currentTarget.value)}
            data-pad="text"
            autoComplete="off"
            maxLength={64}
            required
            withAsterisk={false}
            style={{ flex: 1 }}
          />
          <Button type="submit" loading={confirm.isPending}>
            {t('refund.confirm')}
          </Button>
        </Group>
        {confirm.error !== null && <Failed error={confirm.error} />}
      </Stack>
    </form>
  );
}
