import { Stack, Text, Timeline } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { STEPS } from '../../../shared/run-return.js';
import { useT } from '../../texts/index.js';
import type { Return } from '../../types.js';

export function ReturnProgress(props: { current: Return; hasFailed: boolean }): ReactNode {
  const { current, hasFailed } = props;
  const t = useT();
  const format = useFormat();
  const at = (STEPS as readonly string[]).indexOf(current.status);
  return (
    <Stack role="status" gap="sm">
      <Text size="sm">
        {t('returns.progress', {
          number: current.return_number,
          amount: format.money(current.refund_amount),
        })}
      </Text>
      <Timeline active={at} bulletSize={22} lineWidth={2}>
        {STEPS.map((step, index) => (
          <Timeline.Item
            key={step}
            title={t(`returns.step.${step}`)}
            bullet={index <= at ? <IconCheck size={13} /> : undefined}
          />
        ))}
      </Timeline>
      {current.store_credit && (
        <Text fw={600}>
          {t('returns.credit', {
            code: current.store_credit.code,
            amount: format.money(current.store_credit.amount),
          })}
        </Text>
      )}
      {[...new Set(current.refunds.map(refund => refund.action_required))].map(
        action =>
          action !== null && (
            <Text key={action} size="sm">
              {t(`refund.action.${action}`)}
            </Text>
          ),
      )}
      {current.rest_return !== null && (
        <Text size="sm">{t('returns.rest', { number: current.rest_return })}</Text>
      )}
      {hasFailed && <Text size="sm">{t('returns.stopped')}</Text>}
    </Stack>
  );
}
