import { Group } from '@mantine/core';
import { IconDiscount } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { useCurrency } from '../../parts/fields.js';
import { NameCell, RowActions } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Promotion } from '../../types.js';
import { PromotionForm } from './promotion-form.js';
import { useCampaigns } from './use-promotions.js';

export function PromotionList(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const columns = useColumns();
  const [opened, setOpened] = useState<Promotion>();
  const pages = usePages(['promotions'], cursor =>
    api.GET('/promotions/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <>
      <PagedTable
        label={t('promotions.title')}
        pages={pages}
        columns={columns}
        keyOf={promotion => promotion.id}
        onOpen={may('promotion.manage') ? setOpened : undefined}
        empty={<Empty icon={<IconDiscount size={28} />} title={t('promotions.none')} />}
      />
      {opened && <PromotionForm promotion={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useColumns(): Column<Promotion>[] {
  const t = useT();
  const { may } = useDesk();
  const discountText = useDiscountText();
  const campaigns = useCampaigns().data;
  const columns: Column<Promotion>[] = [
    {
      head: t('codes.promotion'),
      cell: promotion => <NameCell name={promotion.name} about={[promotion.description]} />,
    },
    { head: t('promotions.gives'), from: 'xs', cell: discountText },
    {
      head: t('list.status'),
      cell: promotion => <StatusTag status={promotion.is_active ? 'active' : 'inactive'} />,
    },
    {
      head: t('promotions.access'),
      from: 'sm',
      cell: promotion => t(promotion.requires_code ? 'promotions.coded' : 'promotions.everybody'),
    },
    {
      head: t('campaigns.campaign'),
      from: 'md',
      cell: promotion => campaigns?.find(one => one.id === promotion.campaign_id)?.name ?? '—',
    },
  ];
  if (!may('promotion.manage')) return columns;
  const cell = (promotion: Promotion): ReactNode => (
    <Group gap={6} justify="flex-end" wrap="nowrap" className="desk-above">
      <Toggle promotion={promotion} />
      <Remove promotion={promotion} />
    </Group>
  );
  return [...columns, { head: t('list.actions'), isFigure: true, cell }];
}

/** Short description of the discount, such as "10 % off" or "$5.00 off". */
function useDiscountText(): (promotion: Promotion) => string {
  const t = useT();
  const { locale } = useI18n();
  const format = useFormat();
  const currencyOf = useCurrency();
  return promotion => {
    const { kind, value, buy_quantity: buy, get_quantity: get } = promotion;
    const { get_discount_percent: off } = promotion;
    const percent = (of: string): string => format.percent(Number(of) / 100);
    const currency = currencyOf(promotion.store_ids ?? []);
    switch (kind) {
      case 'percentage':
        return t('promotions.gives.percentage', { value: percent(value) });
      case 'fixed': {
        // Without a common currency, the amount applies in each store's own currency.
        const plain = Number(value).toLocaleString(locale, { minimumFractionDigits: 2 });
        const amount = currency ? format.money(value, currency) : plain;
        return t('promotions.gives.fixed', { value: amount });
      }
      case 'buy_x_get_y':
        return t(Number(off) === 100 ? 'promotions.gives.free' : 'promotions.gives.buy_x_get_y', {
          buy: buy ?? 0,
          get: get ?? 0,
          value: percent(off),
        });
      case 'free_shipping':
        return t('promotions.kind.free_shipping');
    }
  };
}

function Toggle({ promotion }: { promotion: Promotion }): ReactNode {
  const t = useT();
  const api = useApi();
  const toggle = useAction(
    (is_active: boolean) =>
      answer(
        api.PATCH('/promotions/{id}/', {
          params: { path: { id: promotion.id } },
          body: { is_active },
        }),
      ),
    { changes: [['promotions']] },
  );
  const action = promotion.is_active ? 'switchOff' : 'switchOn';
  return (
    <RowActions
      actions={[action]}
      pending={toggle.isPending ? action : undefined}
      subject={promotion.name}
      nameOf={name => t(`codes.${name}`)}
      onAct={() => toggle.mutate(!promotion.is_active)}
    />
  );
}

function Remove({ promotion: { id, name } }: { promotion: Promotion }): ReactNode {
  const t = useT();
  const api = useApi();
  return (
    <DeleteButton
      name={name}
      text={t('promotions.delete.text')}
      run={() => answer(api.DELETE('/promotions/{id}/', { params: { path: { id } } }))}
      changes={[['promotions']]}
    />
  );
}
