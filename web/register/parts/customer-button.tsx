import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core';
import { IconBookmark, IconFileText, IconNote, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useBalances } from '../state/balances.js';
import { sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

/** Whom the sale is for: the customer, the pick-up name and the note. */
export function SaleFor(props: {
  session: Session;
  onCustomer: () => void;
  onLabels: () => void;
  onLayaway: () => void;
  onQuotes: () => void;
}): ReactNode {
  const t = useT();
  const { date } = useFormat();
  const { customer, pickupName = '', note = '' } = sale.use().basket;
  const expiring = useBalances(customer ?? null, props.session.store)?.expiring ?? null;
  const labels = [pickupName, note].filter(text => text !== '');
  return (
    <div style={{ padding: '0 16px 8px' }}>
      <Group gap="xs" wrap="nowrap">
        <CustomerButton session={props.session} onOpen={props.onCustomer} />
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('labels.title')}
          onClick={props.onLabels}
        >
          <IconNote size={20} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('layaway.title')}
          onClick={props.onLayaway}
        >
          <IconBookmark size={20} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('quote.title')}
          onClick={props.onQuotes}
        >
          <IconFileText size={20} />
        </ActionIcon>
      </Group>
      {expiring !== null && (
        <Text size="sm" mt={4} c="var(--app-warn-ink)" data-testid="expiring-points">
          {t('customer.expiring', { count: expiring.points, date: date(expiring.expires_at) })}
        </Text>
      )}
      {labels.length > 0 && (
        <Text size="sm" mt={4} lineClamp={2} data-testid="labels">
          {labels.join(' · ')}
        </Text>
      )}
    </div>
  );
}

/** The customer of the sale with group, points and balances, or the way to one. */
function CustomerButton(props: { session: Session; onOpen: () => void }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { customer } = sale.use().basket;
  const balances = useBalances(customer ?? null, props.session.store);
  const held = [
    t('customer.points', { count: balances?.points ?? customer?.points ?? 0 }),
    ...(balances?.credits ?? []).map(({ kind, balance }) =>
      t(kind === 'gift_card' ? 'customer.giftCards' : 'customer.credit', {
        amount: money(balance),
      }),
    ),
  ];
  return (
    <Button
      variant="default"
      flex={1}
      miw={0}
      h={customer ? 50 : 44}
      px="sm"
      justify="flex-start"
      leftSection={<IconUser size={18} />}
      onClick={props.onOpen}
      data-testid="customer"
      styles={{ label: { flex: 1, minWidth: 0 } }}
    >
      {customer ? (
        <div style={{ minWidth: 0, textAlign: 'start' }}>
          <Group gap={6} wrap="nowrap">
            <Text fw={650} lh={1.2} truncate>
              {customer.name}
            </Text>
            {customer.group !== null && (
              <Badge size="sm" variant="light" color="pine" c="var(--app-accent)" tt="none">
                {customer.group}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" lh={1.2} className="money" truncate>
            {held.join(' · ')}
          </Text>
        </div>
      ) : (
        t('customer.add')
      )}
    </Button>
  );
}
