import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { Tag, type Tone } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { BlockForm } from './block-form.js';
import { readAccount, unblockAccount, type ValueAccount } from './calls.js';
import { Entries } from './entries.js';

const TONES: Record<ValueAccount['status'], Tone> = {
  active: 'good',
  blocked: 'bad',
  expired: 'warn',
};

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
    <Panel title={name} aside={!isElsewhere && <BlockButton account={account} name={name} />}>
      <Stack gap={6}>
        <LabelledValue label={t('value.balance')} isStrong>
          {format.money(account.balance, account.currency)}
        </LabelledValue>
        <LabelledValue label={t('list.status')}>
          <Tag tone={TONES[account.status]}>{t(`value.status.${account.status}`)}</Tag>
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
        {customer !== null && may('customer.read') && (
          <LabelledValue label={t('value.customer')}>
            <Link href={`/customers/${customer}`} className="desk-link">
              {t('value.customer.open')}
            </Link>
          </LabelledValue>
        )}
      </Stack>
    </Panel>
  );
}

/** "Gift card ••••M9XA": the code itself is never shown again. */
const useCardName = () => {
  const t = useT();
  return ({ kind, code_last_four: end }: ValueAccount): string =>
    t(kind === 'gift_card' ? 'value.card' : 'value.credit', { end });
};

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
