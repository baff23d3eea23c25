import { Group, Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import type { Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuantityInput } from '../../parts/quantity.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Supplier } from '../../types.js';
import { CostFields, costOf } from '../suppliers/cost-fields.js';
import type { Product } from './calls.js';

/** Adds a supplier of one variant of the product. */
export function NewSupplier(props: {
  product: Product;
  suppliers: Supplier[];
  onClose: () => void;
}): ReactNode {
  const { product, suppliers, onClose } = props;
  const t = useT();
  const api = useApi();
  const { variants } = product;
  const form = useForm({
    start: () => ({
      supplier: null as string | null,
      variant_id: variants.length === 1 ? (variants[0]?.id ?? null) : null,
      supplier_sku: '',
      pack_size: 1 as number | string,
      cost: '' as Typed,
      cost_currency: '',
      is_preferred: false,
    }),
    save: ({ supplier, variant_id, pack_size, cost, cost_currency, ...draft }) =>
      answer(
        api.POST('/supplier-articles/', {
          body: {
            ...draft,
            ...costOf({ cost, cost_currency }),
            supplier: supplier ?? '',
            variant_id: variant_id ?? undefined,
            pack_size: Number(pack_size),
          },
        }),
      ),
    changes: [['supplier-articles']],
    done: ({ supplier_name }) => t('suppliers.saved', { name: supplier_name }),
    onClose,
  });
  const { supplier, variant_id, pack_size, is_preferred } = form.draft;
  const unit = variants.find(({ id }) => id === variant_id)?.unit ?? 'piece';
  return (
    <FormDialog
      title={t('products.suppliers.add')}
      submit={t('app.save')}
      isReady={supplier !== null && variant_id !== null && Number(pack_size) > 0}
      {...form.dialog}
    >
      <Select
        label={t('products.supplier')}
        data-autofocus
        searchable
        data={suppliers
          .filter(({ is_archived }) => !is_archived)
          .map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('supplier')}
      />
      {variants.length > 1 && (
        <Select
          label={t('products.supplier.variant')}
          data={variants.map(({ id, sku }) => ({ value: id, label: sku }))}
          {...form.field('variant_id')}
        />
      )}
      <Group grow align="flex-start">
        <TextInput label={t('suppliers.sku')} maxLength={100} {...form.text('supplier_sku')} />
        <QuantityInput
          label={t('suppliers.pack')}
          description={t('suppliers.pack.hint')}
          unit={unit}
          {...form.field('pack_size')}
        />
      </Group>
      <CostFields cost={form.field('cost')} currency={form.field('cost_currency')} />
      <Switch
        label={t('suppliers.isPreferred')}
        description={t('suppliers.isPreferred.hint')}
        checked={is_preferred}
        onChange={event => form.set({ is_preferred: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
