import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { Panel } from '../parts/panel.js';
import { Refusal } from '../parts/refusal.js';
import { useT } from '../texts/index.js';
import { type OwnCard, useGiftCards, useRemoveCard } from './use-gift-cards.js';

/** Gift cards of the account with what is left on them; nothing for customers without any. */
export function GiftCards(): ReactNode {
  const t = useT();
  const cards = useGiftCards();
  const shown = cards.data?.pages.flatMap(({ items }) => items) ?? [];
  if (shown.length === 0) return null;
  return (
    <Panel title={t('giftCard.page')}>
      <Stack component="ul" gap="sm" p={0} m={0}>
        {shown.map(card => (
          <CardRow key={card.id} card={card} />
        ))}
      </Stack>
      {cards.hasNextPage && (
        <Button
          variant="default"
          loading={cards.isFetchingNextPage}
          onClick={() => void cards.fetchNextPage()}
        >
          {t('giftCard.more')}
        </Button>
      )}
    </Panel>
  );
}

function CardRow({ card }: { card: OwnCard }): ReactNode {
  const t = useT();
  const { money, date } = useFormat();
  const remove = useRemoveCard();
  const name = t(`giftCard.name.${card.kind}`, { end: card.last_four });
  const facts = [
    card.order_number === null
      ? t(`giftCard.origin.${card.origin}`)
      : t('giftCard.ofOrder', { number: card.order_number }),
    card.status === 'active' && card.expires_at !== null
      ? t('giftCard.until', { date: date(card.expires_at) })
      : undefined,
  ].filter(fact => fact !== undefined);
  return (
    <Stack component="li" gap="xs" p="md" bg="var(--app-sunken)" bdrs="md">
      <Group justify="space-between">
        <Text fw={600}>{name}</Text>
        <Text fw={650} className="money">
          {money(card.balance, card.currency)}
        </Text>
      </Group>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {card.can_remove && (
          <Button
            size="compact-sm"
            variant="default"
            loading={remove.isPending}
            aria-label={t('giftCard.remove.named', { name })}
            onClick={() => remove.mutate(card.id)}
          >
            {t('giftCard.remove')}
          </Button>
        )}
      </Group>
      {card.status !== 'active' && <Text size="sm">{t(`giftCard.${card.status}`)}</Text>}
      <Refusal error={remove.error} />
    </Stack>
  );
}
