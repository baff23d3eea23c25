import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconHandStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import type { Return } from '../state/returns.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import { CreditSlip } from './credit-slip.js';
import { Refunds } from './refunds.js';

type Props = { session: Session; result: Return; onClose: () => void };

/** What became of a return: refunded, refused, or waiting for a person. */
export function ReturnOutcome({ session, result, onClose }: Props): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { return_number: number, refund_amount, store_credit: credit } = result;
  const isDone = result.status === 'completed';
  // A refund that waits for a person has not happened yet.
  const isPaid = isDone && result.refunds.every(({ status }) => status === 'succeeded');
  const title = (): string => {
    if (!isDone) return t('return.refused', { number });
    return t(isPaid ? 'return.done' : 'return.open', { amount: money(refund_amount) });
  };
  return (
    <Stack>
      <Alert
        color={isPaid ? 'pine' : 'brass'}
        variant="light"
        icon={isPaid ? <IconCheck /> : <IconHandStop />}
        title={title()}
        role="status"
      >
        {isDone ? t('return.done.text', { number }) : t('return.refused.text')}
        {isDone && result.rest_return !== null && (
          <Text mt="xs">{t('return.rest', { number: result.rest_return })}</Text>
        )}
        {credit !== null && (
          <Text fw={700} mt="xs">
            {t('return.done.credit', { code: credit.code, amount: money(credit.amount) })}
          </Text>
        )}
      </Alert>
      <Refunds refunds={result.refunds} number={result.transaction} />
      {credit !== null && !credit.code.includes('•') && (
        <CreditSlip session={session} number={number} credit={credit} />
      )}
      <Button size="lg" onClick={onClose} data-autofocus>
        {t('app.close')}
      </Button>
    </Stack>
  );
}
