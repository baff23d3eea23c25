import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { ReasonField } from '../parts/reason-field.js';
import { Refunds } from '../parts/refunds.js';
import { Dialog } from '../parts/till-dialog.js';
import type { Ask } from '../state/approval-ask.js';
import type { Refund } from '../state/calls.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import { cancelHere } from '../state/open-sales.js';
import { NEW_SALE, sale } from '../state/sale.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';

type Cancelled = { number: string; refunds: Refund[] };

/** Cancels the current sale and shows how each tender goes back. */
export default function CancelSaleDialog(props: {
  onClose: () => void;
  onRefused: () => void;
}): ReactNode {
  const t = useT();
  const [cancelled, setCancelled] = useState<Cancelled>();
  return (
    <Dialog onClose={props.onClose} title={t('cancel.title')} size="lg">
      {cancelled === undefined ? (
        <CancelForm onCancelled={setCancelled} onRefused={props.onRefused} />
      ) : (
        <Stack>
          <Alert color="pine" variant="light" icon={<IconCheck />} role="status">
            {t('cancel.done', { number: cancelled.number })}
          </Alert>
          <Refunds refunds={cancelled.refunds} number={cancelled.number} />
          <Button size="lg" onClick={props.onClose} data-autofocus>
            {t('done.next')}
          </Button>
        </Stack>
      )}
    </Dialog>
  );
}

function CancelForm(props: {
  onCancelled: (cancelled: Cancelled) => void;
  onRefused: () => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { cents } = useFormat();
  const { paying } = sale.use();
  const [reason, setReason] = useState('');
  const [ask, setAsk] = useState<Ask>();
  const { key, onError } = useIdempotencyKey();
  const number = paying?.number ?? '';
  const paidMinor = paying?.paidMinor ?? 0;
  const isLayaway = paying?.takenOver?.kind === 'layaway';
  const cancel = useMutation({
    mutationFn: (approval: string | undefined) => {
      const approved = approval === undefined ? {} : { approval_request_id: approval };
      // The approved request is another body, so it takes a key of its own.
      const itsKey = `${key}${approval ?? ''}`;
      return cancelHere(api, number, { reason: reason.trim(), ...approved }, itsKey);
    },
    onError: error => {
      onError(error);
      if (isApprovalMissing(error)) setAsk(askFor(number, paidMinor, reason, cancel.mutate));
      else props.onRefused();
    },
    onSuccess: refunds => {
      props.onCancelled({ number, refunds });
      sale.set(NEW_SALE);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    cancel.mutate(undefined);
  };
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={() => setAsk(undefined)} />;
  const usual = (['changed', 'money', 'mistake'] as const).map(name => t(`cancel.reason.${name}`));
  const hasFailed = cancel.error !== null && !isApprovalMissing(cancel.error);
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t(isLayaway ? 'cancel.layaway' : 'cancel.text', { amount: cents(paidMinor) })}</Text>
        <ReasonField
          label={t('approval.reason')}
          usual={usual}
          reason={reason}
          onChange={setReason}
        />
        {hasFailed && <Failed error={cancel.error} />}
        <Button type="submit" size="lg" color="red.8" loading={cancel.isPending}>
          {t('cancel.go')}
        </Button>
      </Stack>
    </form>
  );
}

const isApprovalMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'APPROVAL_REQUIRED';

const askFor = (
  number: string,
  amountMinor: number,
  reason: string,
  onApproved: (approval: string) => void,
): Ask => ({
  requestType: 'void',
  amountMinor,
  reason,
  details: { transaction_id: number },
  onApproved,
});
