import { IconGift } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { type AccountFilter, listAccounts, type ValueAccount } from './calls.js';
import { CardStatus } from './card-status.js';
import { useCardName } from './use-card-name.js';

/** Cards and credits, newest first; a row opens its page. */
export function CardTable(props: { filter: AccountFilter; empty: string }): ReactNode {
  const { filter } = props;
  const t = useT();
  const api = useApi();
  const [, go] = useLocation();
  const pages = usePages(['value-accounts', filter], cursor => listAccounts(api, filter, cursor));
  return (
    <PagedTable
      label={t('value.cards')}
      pages={pages}
      columns={useColumns(filter.customer === undefined)}
      keyOf={account => account.id}
      onOpen={account => go(`/stored-value/${account.id}`)}
      empty={<Empty icon={<IconGift size={28} />} title={props.empty} />}
    />
  );
}

function useColumns(withCustomer: boolean): Column<ValueAccount>[] {
  const t = useT();
  const format = useFormat();
  const nameOf = useCardName();
  const origin = ({ sold_by, given }: ValueAccount): string =>
    sold_by ?? (given === null ? '—' : t('value.given'));
  return [
    { head: t('value.account'), cell: nameOf },
    { head: t('list.status'), cell: account => <CardStatus status={account.status} /> },
    ...(withCustomer
      ? [
          {
            head: t('value.customer'),
            from: 'md' as const,
            cell: (account: ValueAccount) => account.customer_name ?? '—',
          },
        ]
      : []),
    { head: t('value.origin'), from: 'md', cell: origin },
    { head: t('value.issued'), from: 'sm', cell: account => format.date(account.created_at) },
    {
      head: t('value.balance'),
      isFigure: true,
      cell: account => format.money(account.balance, account.currency),
    },
  ];
}
