import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { cashOf } from '../../../shared/cash.js';
import { useFormat, usePlace } from '../../../shared/i18n/format.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { negative } from '../../parts/negative.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { ItemOf } from '../../types.js';
import { RefundRetry, type TriedRefund } from './refund-retry.js';

type Refund = ItemOf<'/payments/'>['refunds'][number];

/**
 * A refund with the way its money went back, or with what is left to do. `tried` is set while a
 * payment processor has not paid it out.
 */
export function RefundRow(props: { refund: Refund; tried: TriedRefund | undefined }): ReactNode {
  const { refund, tried } = props;
  const t = useT();
  const format = useFormat();
  const place = usePlace();
  const { may } = useDesk();
  const [isConfirming, setIsConfirming] = useState(false);
  const needsSlip = refund.action_required === 'confirm_on_terminal';
  return (
    <Stack gap={4} mt="xs" pl="md">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm">{t('payments.refund')}</Text>
          <Text size="xs" c="dimmed">
            {[useWay(refund), refund.reason].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          <StatusTag status={refund.status} />
          <Text size="sm" className="money">
            {format.money(negative(cashOf(refund, place.currency)))}
          </Text>
        </Group>
      </Group>
      {refund.action_required !== null && (
        <Group justify="space-between">
          <Text size="sm">{t(`refund.action.${refund.action_required}`)}</Text>
          {needsSlip && may('refund.issue') && (
            <Button size="xs" variant="default" onClick={() => setIsConfirming(true)}>
              {t('refund.confirm')}
            </Button>
          )}
        </Group>
      )}
      {tried !== undefined && <RefundRetry refund={tried} />}
      {isConfirming && <ConfirmDialog refund={refund} onClose={() => setIsConfirming(false)} />}
    </Stack>
  );
}

/** For example "On the card terminal, slip 0042". */
function useWay(refund: Refund): string | undefined {
  const t = useT();
  if (refund.way === null) return undefined;
  const proof = refund.reference ?? refund.store_credit_code;
  const way = t(`refund.way.${refund.way}`);
  return proof === null ? way : `${way} ${proof}`;
}

function ConfirmDialog(props: { refund: Refund; onClose: () => void }): ReactNode {
  const { refund, onClose } = props;
  const t = useT();
  const format = useFormat();
  const api = useApi();
  const [reference, setReference] = useState('');
  const [key] = useState(newKey);
  const confirming = useAction(
    () =>
      answer(
        api.POST('/payments/refunds/{pk}/confirm/', {
          params: { path: { pk: refund.id } },
          body: { reference },
          ...once(`${key}-${reference}`),
        }),
      ),
    { changes: [['sale'], ['transactions'], ['tasks']], quiet: true, onDone: onClose },
  );
  return (
    <FormDialog
      title={t('refund.confirm.title', { id: refund.refund_id })}
      isOpen
      onClose={onClose}
      submit={t('refund.confirm')}
      isReady={reference.trim() !== ''}
      isBusy={confirming.isPending}
      error={confirming.error}
      onSubmit={() => confirming.mutate(undefined)}
    >
      <Text size="sm">{t('refund.confirm.text', { amount: format.money(refund.amount) })}</Text>
      <TextInput
        label={t('refund.reference')}
        data-autofocus
        required
        withAsterisk={false}
        maxLength={100}
        value={reference}
        onChange={event => setReference(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
