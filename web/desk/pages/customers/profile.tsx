import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { History } from '../../parts/history/index.js';
import { InvitationState, InviteButton } from '../../parts/invitation.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { tagged } from '../../state/record-tags.js';
import { useT } from '../../texts/index.js';
import type { CustomerProfile } from '../../types.js';
import { CustomerCards } from './cards.js';
import { CustomerForm } from './customer-form.js';
import { PrivacyButtons } from './privacy-buttons.js';
import { Purchases } from './purchases.js';
import { Views } from './views.js';

export function Profile({ id }: { id: string }): ReactNode {
  const api = useApi();
  const profile = useQuery({
    queryKey: ['customer', id],
    queryFn: () => tagged(api.GET('/customers/{id}/', { params: { path: { id } } })),
    // Each request is recorded as a look at the profile.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return <Show query={profile}>{customer => <Shown customer={customer} />}</Show>;
}

function Shown({ customer }: { customer: CustomerProfile }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [isEditing, setEditing] = useState(false);
  const isErased = customer.erased_at !== null;
  return (
    <Page
      title={customer.name || t('customers.unnamed')}
      text={
        <Link href="/customers" className="desk-link">
          {t('customers.all')}
        </Link>
      }
      actions={
        !isErased && (
          <Group gap="xs">
            {may('customer.manage') && <PrivacyButtons customer={customer} />}
            {may('customer.write') && <Invite customer={customer} />}
            {may('customer.write') && (
              <Button onClick={() => setEditing(true)}>{t('customers.edit')}</Button>
            )}
          </Group>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Person customer={customer} />
        <Value customer={customer} />
      </SimpleGrid>
      <Purchases customer={customer} />
      {may('value.manage') && <CustomerCards customer={customer} />}
      {may('customer.manage') && <Views customer={customer} />}
      <History type="customers" id={customer.id} />
      {isEditing && <CustomerForm customer={customer} onClose={() => setEditing(false)} />}
    </Page>
  );
}

/** For customers whom a store recorded: the link opens their account in the web shop. */
function Invite({ customer }: { customer: CustomerProfile }): ReactNode {
  const api = useApi();
  const { id, name, email, invitation } = customer;
  if (customer.has_account || !customer.is_active || email === null) return null;
  return (
    <InviteButton
      size="sm"
      name={name}
      email={email}
      invitation={invitation}
      run={options =>
        answer(api.POST('/customers/{id}/invite/', { params: { path: { id } }, ...options }))
      }
      changes={[
        ['customer', id],
        ['history', 'customers', id],
      ]}
    />
  );
}

function Person({ customer }: { customer: CustomerProfile }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { consent, erased_at } = customer;
  const agreed = (isGiven: boolean, at: string | null): string => {
    if (!isGiven) return t('customers.consent.no');
    return at === null
      ? t('settings.yes')
      : t('customers.consent.since', { date: format.date(at) });
  };
  return (
    <Panel
      title={t('customers.person')}
      aside={
        <Group gap={6}>
          {erased_at !== null && (
            <Tag>{t('customers.erasedOn', { date: format.date(erased_at) })}</Tag>
          )}
          {customer.has_account && <Tag tone="good">{t('customers.account')}</Tag>}
        </Group>
      }
    >
      <Stack gap={6}>
        <LabelledValue label={t('customers.email')}>{customer.email ?? '—'}</LabelledValue>
        <InvitationState invitation={customer.invitation} />
        <LabelledValue label={t('customers.phone')}>{customer.phone || '—'}</LabelledValue>
        <LabelledValue label={t('customers.card')}>{customer.customer_card ?? '—'}</LabelledValue>
        <LabelledValue label={t('customers.group')}>{customer.customer_group ?? '—'}</LabelledValue>
        <LabelledValue label={t('customers.exemption')}>
          {customer.tax_exemption ?? t('list.none')}
        </LabelledValue>
        <LabelledValue label={t('customers.consent.email')}>
          {agreed(consent.email, consent.email_at)}
        </LabelledValue>
        <LabelledValue label={t('customers.consent.phone')}>
          {agreed(consent.phone, consent.phone_at)}
        </LabelledValue>
        {customer.notes !== '' && (
          <div>
            <Text size="sm" c="dimmed">
              {t('customers.notes')}
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {customer.notes}
            </Text>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

/** What the customer holds and has spent, each currency apart. */
function Value({ customer }: { customer: CustomerProfile }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={t('customers.value')}>
      <Stack gap={6}>
        <LabelledValue label={t('customers.points')} isStrong>
          {format.number(customer.points)}
        </LabelledValue>
        {customer.balances.map(({ kind, currency, balance }) => (
          <LabelledValue
            key={kind + currency}
            label={t(kind === 'gift_card' ? 'value.kind.gift_card' : 'value.kind.store_credit')}
          >
            {format.money(balance, currency)}
          </LabelledValue>
        ))}
        {customer.spending.map(({ currency, sales, total }) => (
          <LabelledValue key={currency} label={t('customers.spent', { count: sales })}>
            {format.money(total, currency)}
          </LabelledValue>
        ))}
        <LabelledValue label={t('customers.since')}>
          {format.date(customer.created_at)}
        </LabelledValue>
      </Stack>
    </Panel>
  );
}
