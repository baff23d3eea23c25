import { Group, Switch, Text, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ItemSearch } from '../../parts/item-search.js';
import { QuantityInput } from '../../parts/quantity.js';
import { useForm } from '../../state/use-form.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { Supplier, SupplierArticle } from '../../types.js';
import { CostFields, costOf } from './cost-fields.js';

type Props = { supplier: Pick<Supplier, 'id'>; article?: SupplierArticle; onClose: () => void };
type Goods = { id: string; name: string; unit: string };

const CHANGES = [['supplier-articles']];

/** An item that the supplier delivers, with the supplier's number and pack size. */
export function ArticleForm({ supplier, article, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [goods, setGoods] = useState<Goods | undefined>(
    article && { id: article.variant_id, name: article.description, unit: article.unit },
  );
  const form = useArticleForm({ supplier, article, onClose }, goods);
  return (
    <FormDialog
      title={article?.description ?? t('orders.addItem')}
      submit={t('app.save')}
      isReady={goods !== undefined && Number(form.draft.pack_size) > 0}
      {...form.dialog}
    >
      {article === undefined && (
        <ItemSearch
          isTaken={() => false}
          onPick={one =>
            setGoods({ id: one.id, name: `${variantName(one)} (${one.sku})`, unit: unitOf(one) })
          }
        />
      )}
      {article === undefined && goods !== undefined && <Text fw={600}>{goods.name}</Text>}
      <Group grow align="flex-start">
        <TextInput label={t('suppliers.sku')} maxLength={100} {...form.text('supplier_sku')} />
        <QuantityInput
          label={t('suppliers.pack')}
          description={t('suppliers.pack.hint')}
          unit={goods?.unit ?? 'piece'}
          {...form.field('pack_size')}
        />
      </Group>
      <CostFields cost={form.field('cost')} currency={form.field('cost_currency')} />
      <Switch
        label={t('suppliers.isPreferred')}
        description={t('suppliers.isPreferred.hint')}
        checked={form.draft.is_preferred}
        onChange={event => form.set({ is_preferred: event.currentTarget.checked })}
      />
      {article !== undefined && (
        <DeleteButton
          name={article.description}
          text={t('suppliers.articles.delete')}
          run={() =>
            answer(api.DELETE('/supplier-articles/{id}/', { params: { path: { id: article.id } } }))
          }
          changes={CHANGES}
          onDone={onClose}
          size="xs"
        />
      )}
    </FormDialog>
  );
}

const unitOf = (variant: object): string =>
  'unit' in variant ? String(variant.unit ?? 'piece') : 'piece';

function useArticleForm({ supplier, article, onClose }: Props, goods: Goods | undefined) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => ({
      supplier_sku: article?.supplier_sku ?? '',
      pack_size: (article?.pack_size ?? 1) as number | string,
      cost: typedOf(article?.cost ?? null),
      cost_currency: article?.cost_currency ?? '',
      is_preferred: article?.is_preferred ?? false,
    }),
    record: article && {
      type: 'supplier-articles',
      id: article.id,
      path: `/supplier-articles/${article.id}/`,
      shown: article,
    },
    save: (draft, condition) => {
      const { cost, cost_currency, ...rest } = draft;
      const body = {
        ...rest,
        ...costOf({ cost, cost_currency }),
        pack_size: Number(draft.pack_size),
      };
      return article === undefined
        ? answer(
            api.POST('/supplier-articles/', {
              body: { supplier: supplier.id, variant_id: goods?.id, ...body },
            }),
          )
        : answer(
            api.PATCH('/supplier-articles/{id}/', {
              params: { path: { id: article.id } },
              body,
              ...condition,
            }),
          );
    },
    changes: CHANGES,
    done: ({ description }) => t('suppliers.saved', { name: description }),
    onClose,
  });
}
