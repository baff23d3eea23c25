import { Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { BlockForm } from './block-form.js';
import { readAccount, unblockAccount, type ValueAccount } from './calls.js';
import { CardStatus } from './card-status.js';
import { CorrectButton } from './correct-form.js';
import { Entries } from './entries.js';
import { useCardName } from './use-card-name.js';

/** The card in the URL. */
export function CardPage({ id }: { id: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const account = useQuery({
    queryKey: ['value-account', id],
    queryFn: () => readAccount(api, id),
  });
  return (
    <>
      <Link href="/stored-value" className="desk-link">
        {t('value.list.all')}
      </Link>
      <Show query={account}>{found => <Card found={found} />}</Show>
    </>
  );
}

/** A card of another store is known by its code only: it shows its balance and nothing else. */
export function Card({ found }: { found: ValueAccount }): ReactNode {
  const api = useApi();
  const own = useQuery({
    queryKey: ['value-account', found.id],
    queryFn: () => readAccount(api, found.id),
    initialData: found,
    initialDataUpdatedAt: 0,
    retry: false,
  });
  const isElsewhere = own.error instanceof ApiError && own.error.status === 404;
  return (
    <>
      <Summary account={own.data} isElsewhere={isElsewhere} />
      {!isElsewhere && <Entries account={own.data} />}
      {!isElsewhere && <History type="value-accounts" id={own.data.id} />}
    </>
  );
}

function Summary(props: { account: ValueAccount; isElsewhere: boolean }): ReactNode {
  const { account, isElsewhere } = props;
  const t = useT();
  const format = useFormat();
  const { storeOf, may } = useDesk();
  const { block, customer_id: customer } = account;
  const name = useCardName()(account);
  return (
    <Panel
      title={name}
      aside={
        !isElsewhere && (
          <Group gap="xs">
            <CorrectButton account={account} name={name} />
            <BlockButton account={account} name={name} />
          </Group>
        )
      }
    >
      <Stack gap={6}>
        <LabelledValue label={t('value.balance')} isStrong>
          {format.money(account.balance, account.currency)}
        </LabelledValue>
        <LabelledValue label={t('list.status')}>
          <CardStatus status={account.status} />
        </LabelledValue>
        {block !== null && (
          <LabelledValue label={t('value.blocked')}>
            {[block.reason, block.by?.name, format.dateTime(block.at)].filter(Boolean).join(' · ')}
          </LabelledValue>
        )}
        <LabelledValue label={t('value.expires')}>
          {account.expires_at === null ? t('value.never') : format.date(account.expires_at)}
        </LabelledValue>
        <LabelledValue label={t('value.issued')}>
          {[account.store === null ? undefined : storeOf(account.store)?.name]
            .concat(format.date(account.created_at))
            .filter(Boolean)
            .join(' · ')}
        </LabelledValue>
        {account.sold_by !== null && (
          <LabelledValue label={t('value.soldBy')}>
            <Link href={`/transactions/${account.sold_by}`} className="desk-link">
              {account.sold_by}
            </Link>
          </LabelledValue>
        )}
        {account.given !== null && (
          <LabelledValue label={t('value.given')}>
            {[account.given.reason, account.given.by?.name].filter(Boolean).join(' · ')}
          </LabelledValue>
        )}
        {customer !== null && may('customer.read') && (
          <LabelledValue label={t('value.customer')}>
            <Link href={`/customers/${customer}`} className="desk-link">
              {account.customer_name ?? t('value.customer.open')}
            </Link>
          </LabelledValue>
        )}
      </Stack>
    </Panel>
  );
}

function BlockButton({ account, name }: { account: ValueAccount; name: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const [isBlocking, setBlocking] = useState(false);
  if (account.block !== null) {
    return (
      <ConfirmButton
        label={t('value.unblock')}
        subject={name}
        title={t('value.unblock.title', { name })}
        text={t('value.unblock.text')}
        run={() => unblockAccount(api, account.id)}
        changes={[['value-account', account.id]]}
        done={t('value.unblocked', { name })}
      />
    );
  }
  if (account.status === 'blocked') return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setBlocking(true)}>
        {t('value.block')}
      </Button>
      {isBlocking && (
        <BlockForm
          account={account}
          name={name}
          onBlocked={blocked => queries.setQueryData(['value-account', account.id], blocked)}
          onClose={() => setBlocking(false)}
        />
      )}
    </>
  );
}
