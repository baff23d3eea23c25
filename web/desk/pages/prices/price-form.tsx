import { Group, Select, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { unitMinorOf } from '../../../../src/domains/pricing/index.js';
import { textDigits } from '../../../../src/platform/currencies.js';
import { useApi } from '../../../shared/api/index.js';
import { usePlace } from '../../../shared/i18n/format.js';
import { AmountField, amountOrNull, typedOf, useSpan } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Price, PriceList } from '../../types.js';
import { type Article, ArticleField } from './article-field.js';

type Props = {
  /** The lists to choose from; a single one needs no choice. */
  lists: PriceList[];
  price?: Price;
  /** The article of a new price, where it is known. */
  article?: Article;
  onClose: () => void;
};

const articleOf = ({ variant, description, sku }: Price): Article => ({
  value: variant,
  label: `${description} (${sku})`,
});

/** Adds or changes a price. The article of a price cannot change. */
export function PriceForm(props: Props): ReactNode {
  const { lists, price } = props;
  const t = useT();
  const { timeZone } = usePlace();
  const article = price === undefined ? props.article : articleOf(price);
  const form = usePriceForm(props, article);
  const { draft } = form;
  const currency = lists.find(({ id }) => id === draft.price_list)?.currency;
  const isWhole = currency !== undefined && unitMinorOf(currency) > 1;
  return (
    <FormDialog
      title={article?.label ?? t('prices.new')}
      submit={t('app.save')}
      isReady={draft.variant !== null && draft.amount !== '' && draft.min_quantity !== ''}
      {...form.dialog}
    >
      {article === undefined && (
        <ArticleField label={t('stock.item')} data-autofocus {...form.field('variant')} />
      )}
      {lists.length > 1 && (
        <Select
          label={t('prices.list')}
          data={lists.map(({ id, code, name }) => ({ value: id, label: `${code}: ${name}` }))}
          allowDeselect={false}
          value={draft.price_list}
          onChange={id => id !== null && form.set({ price_list: id })}
          error={form.errorOf('price_list')}
        />
      )}
      <Group grow align="flex-start">
        <AmountField
          label={t('list.amount')}
          data-autofocus={article !== undefined || undefined}
          unit={currency}
          decimalScale={isWhole ? 0 : textDigits(currency ?? '')}
          {...form.field('amount')}
        />
        <AmountField
          label={t('prices.minimum')}
          decimalScale={3}
          fixedDecimalScale={false}
          {...form.field('min_quantity')}
        />
      </Group>
      <TextInput
        type="datetime-local"
        label={t('span.from')}
        description={t('span.zone', { zone: timeZone.replaceAll('_', ' ') })}
        {...form.text('valid_from')}
      />
    </FormDialog>
  );
}

function usePriceForm({ lists, price, onClose }: Props, article: Article | undefined) {
  const t = useT();
  const api = useApi();
  const span = useSpan({ starts_at: price?.valid_from ?? null, ends_at: null });
  return useForm({
    start: () => ({
      price_list: price?.price_list ?? lists[0]?.id ?? '',
      variant: article?.value ?? null,
      min_quantity: typedOf(price?.min_quantity ?? 1),
      amount: typedOf(price?.amount ?? null),
      valid_from: span.start.starts_at,
    }),
    record: price && {
      type: 'prices',
      id: price.id,
      path: `/prices/${price.id}/`,
      shown: price,
    },
    save: (draft, condition) => {
      const body = {
        price_list: draft.price_list,
        min_quantity: Number(draft.min_quantity),
        amount: amountOrNull(draft.amount) ?? '',
        valid_from: span.body({ starts_at: draft.valid_from, ends_at: '' }).starts_at,
      };
      return answer(
        price === undefined
          ? api.POST('/prices/', { body: { variant: draft.variant ?? '', ...body } })
          : api.PATCH('/prices/{id}/', { params: { path: { id: price.id } }, body, ...condition }),
      );
    },
    changes: [['prices'], ['gaps']],
    done: ({ sku }) => t('prices.saved', { name: sku }),
    onClose,
  });
}
