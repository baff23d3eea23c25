import { Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failed } from '../../shared/components/states.js';
import { useFormat, usePlace } from '../../shared/i18n/format.js';
import type { CardBalance as Balance } from '../state/gift-card-balance.js';
import { minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';

type Query = { data: Balance | undefined; error: unknown; isFetching: boolean };

/** The answer to a look at a gift card or store credit. */
export function CardBalance({ query }: { query: Query }): ReactNode {
  const t = useT();
  const format = useFormat();
  const place = usePlace();
  const { data, error, isFetching } = query;
  if (isFetching) return <Loader size="sm" aria-label={t('app.loading')} />;
  if (error) return <Failed error={error} />;
  if (data === undefined) return null;
  const amount = format.money(data.balance, data.currency);
  const warning = (): string | undefined => {
    if (data.status !== 'active') return t(`giftCard.${data.status}`);
    if (data.currency !== place.currency) return t('giftCard.currency');
    return minor(data.balance) === 0 ? t('giftCard.empty') : undefined;
  };
  return (
    <div role="status" data-testid="card-balance">
      <Text fw={700} className="money">
        {t('giftCard.balance', { amount })}
      </Text>
      {data.expires_at !== null && (
        <Text size="sm" c="dimmed">
          {t('giftCard.until', { date: format.date(data.expires_at) })}
        </Text>
      )}
      {warning() !== undefined && <Text c="var(--app-warn-ink)">{warning()}</Text>}
    </div>
  );
}
