import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { cashOf } from '../../../shared/cash.js';
import { useFormat, usePlace } from '../../../shared/i18n/format.js';
import { useDesk } from '../../state/desk.js';
import { POLL_MS } from '../../state/live.js';
import { useAction } from '../../state/use-action.js';
import { useNotify } from '../../state/use-notify.js';
import { useT } from '../../texts/index.js';
import type { ItemOf, Sale } from '../../types.js';

/** A refund with its tries at the payment processor. */
export type TriedRefund = ItemOf<'/payments/refunds/'>;

const isAtProcessor = (refund: { status: string; action_required: string | null }): boolean =>
  refund.status !== 'succeeded' && refund.action_required === null;

/** The refunds of a sale that a payment processor has not paid out, with what went wrong. */
export function useTriedRefunds(sale: Sale): TriedRefund[] {
  const api = useApi();
  const tried = useQuery({
    queryKey: ['sale', sale.transactionId, 'refunds', JSON.stringify(sale.payment_records)],
    queryFn: () => {
      const query = { transaction: sale.transactionId, limit: 200 };
      return answer(api.GET('/payments/refunds/', { params: { query } }));
    },
    enabled: sale.payment_records.some(({ refunds }) => refunds.some(isAtProcessor)),
    // There are no live events for tries.
    refetchInterval: POLL_MS,
  });
  return (tried.data ?? []).filter(isAtProcessor);
}

/** Why a refund is not paid out yet, when it is tried next, and a button to try it now. */
export function RefundRetry({ refund }: { refund: TriedRefund }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { may } = useDesk();
  const retry = useRetry(refund);
  const { last_error: error, next_attempt_at: next } = refund;
  // The processor has accepted it and needs some time.
  if (refund.status === 'pending' && error === null && next !== null) return null;
  return (
    <Group justify="space-between" gap="xs">
      <Stack gap={0} flex="1 1 200px" style={{ overflowWrap: 'anywhere' }}>
        {error !== null && <Text size="sm">{t('refund.error', { error })}</Text>}
        <Text size="sm">
          {next === null
            ? t('refund.givenUp')
            : t('refund.nextTry', { time: format.dateTime(next) })}
        </Text>
      </Stack>
      {may('refund.issue') && (
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          aria-label={`${t('refund.retry')}: ${refund.refund_id}`}
          onClick={() => retry.mutate(undefined)}
        >
          {t('refund.retry')}
        </Button>
      )}
    </Group>
  );
}

function useRetry(refund: TriedRefund) {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const place = usePlace();
  const notify = useNotify();
  // Kept until an answer came, so that a lost answer causes no second try.
  const [key, setKey] = useState(newKey);
  return useAction(
    () =>
      answer(
        api.POST('/payments/refunds/{pk}/retry/', {
          params: { path: { pk: refund.id } },
          ...once(key),
        }),
      ),
    {
      changes: [['sale'], ['transactions'], ['tasks']],
      onDone: after => {
        setKey(newKey());
        const amount = format.money(cashOf(after, place.currency));
        if (after.status === 'failed') {
          const error = after.last_error ?? '';
          notify({ message: t('refund.retried.failed', { error }), tone: 'bad' });
        } else notify({ message: t(`refund.retried.${after.status}`, { amount }) });
      },
    },
  );
}
