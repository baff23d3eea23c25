import { Button, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';
import { CashSource, useHasCash } from './cash-source.js';

type Props = { sale: Sale; isOpen: boolean; onClose: () => void };

export function VoidDialog({ sale, isOpen, onClose }: Props): ReactNode {
  const t = useT();
  const format = useFormat();
  const api = useApi();
  const [reason, setReason] = useState('');
  const [shift, setShift] = useState<string>();
  const hasCash = useHasCash(sale, isOpen);
  const [key] = useState(newKey);
  const usual = [t('void.reason.mistake'), t('void.reason.customer'), t('void.reason.test')];
  const voiding = useAction(
    () =>
      answer(
        api.POST('/transactions/{transactionId}/void/', {
          params: { path: { transactionId: sale.transactionId } },
          body: { reason, ...(hasCash && shift !== undefined && { shift_id: shift }) },
          ...once(`${key}-${shift ?? ''}`),
        }),
      ),
    {
      changes: [['sale', sale.transactionId], ['transactions']],
      quiet: true,
    },
  );
  if (voiding.isSuccess) {
    return <Progressing sale={sale} isOpen={isOpen} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('void.title', { id: sale.transactionId })}
      isOpen={isOpen}
      onClose={onClose}
      submit={t('void.submit')}
      isDestructive
      isReady={reason.trim() !== ''}
      isBusy={voiding.isPending}
      error={voiding.error}
      onSubmit={() => voiding.mutate(undefined)}
    >
      <Text size="sm">
        {Number(sale.totalPaid) > 0
          ? t('void.text.paid', { amount: format.money(sale.totalPaid) })
          : t('void.text')}
      </Text>
      <TextInput
        label={t('list.reason')}
        data-autofocus
        required
        withAsterisk={false}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <Group gap={6}>
        {usual.map(text => (
          <Button key={text} size="compact-xs" variant="default" onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </Group>
      {hasCash && <CashSource sale={sale} shift={shift} onChange={setShift} />}
    </FormDialog>
  );
}

/** The void is immediate; its refunds take time, so this shows their progress. */
function Progressing({ sale, isOpen, onClose }: Props): ReactNode {
  const t = useT();
  const refunds = sale.payment_records.flatMap(payment => payment.refunds);
  const done = refunds.filter(refund => refund.status === 'succeeded').length;
  const failed = refunds.filter(refund => refund.status === 'failed').length;
  const waiting = refunds.filter(refund => refund.action_required !== null);
  const percent = refunds.length === 0 ? 100 : (100 * done) / refunds.length;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('void.done', { id: sale.transactionId })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        {refunds.length > 0 && (
          <>
            <Progress
              value={percent}
              animated={percent < 100 && failed === 0 && waiting.length === 0}
              color={failed > 0 ? 'red' : 'pine'}
              aria-label={t('void.refunds')}
            />
            <Text size="sm" role="status">
              {t('void.progress', { done, all: refunds.length })}
            </Text>
          </>
        )}
        {[...new Set(waiting.map(refund => refund.action_required))].map(
          action =>
            action !== null && (
              <Text key={action} size="sm">
                {t(`refund.action.${action}`)}
              </Text>
            ),
        )}
        {failed > 0 && <Text size="sm">{t('void.failed')}</Text>}
        {refunds.length === 0 && <Text size="sm">{t('void.nothing')}</Text>}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('app.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
