import { MultiSelect, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AmountField } from '../../parts/fields.js';
import { MarkedTextField } from '../../parts/marked-text-field.js';
import { Panel } from '../../parts/page.js';
import { useStatusText } from '../../parts/tag.js';
import { useTaxClasses } from '../../state/use-tax-classes.js';
import { useT } from '../../texts/index.js';
import { STATUSES, type Status } from './calls.js';
import type { ProductDraft } from './draft.js';
import { KindFields } from './kind-fields.js';
import { ScheduleFields } from './schedule-fields.js';
import { useLookups } from './use-lookups.js';

export type PartProps = {
  draft: ProductDraft;
  set: (change: Partial<ProductDraft>) => void;
  errorOf: (field: string) => string | undefined;
};

/** A status chosen by hand drops the times it overrides, as the service does. */
const statusChange = (status: Status): Partial<ProductDraft> => {
  if (status === 'archived') return { status, publish_at: null, archive_at: null };
  return status === 'active' ? { status, publish_at: null } : { status };
};

/** Name, text, how the product is sold and where it belongs. */
export function DetailFields({ draft, set, errorOf }: PartProps): ReactNode {
  const t = useT();
  const statusText = useStatusText();
  const classes = useTaxClasses();
  return (
    <Panel title={t('products.details')}>
      <Stack>
        <TextInput
          label={t('list.name')}
          required
          maxLength={255}
          value={draft.name}
          onChange={event => set({ name: event.currentTarget.value })}
          error={errorOf('name')}
        />
        <MarkedTextField
          label={t('products.description')}
          description={t('products.description.hint')}
          maxLength={10_000}
          value={draft.description}
          onChange={description => set({ description })}
          error={errorOf('description')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <Select
            label={t('list.status')}
            description={t(`products.status.${draft.status}`)}
            allowDeselect={false}
            data={STATUSES.map(value => ({ value, label: statusText(value) }))}
            value={draft.status}
            onChange={value => value !== null && set(statusChange(value as Status))}
            error={errorOf('status')}
          />
          <ScheduleFields draft={draft} set={set} errorOf={errorOf} />
          <Select
            label={t('products.taxClass')}
            description={t('products.taxClass.hint')}
            allowDeselect={false}
            data={(classes.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
            value={draft.tax_class}
            onChange={value => value !== null && set({ tax_class: value })}
            error={errorOf('tax_class')}
          />
          <AmountField
            label={t('products.age')}
            description={t('products.age.hint')}
            decimalScale={0}
            value={draft.minimum_age}
            onChange={minimum_age => set({ minimum_age })}
            error={errorOf('minimum_age')}
          />
          <PlaceFields draft={draft} set={set} errorOf={errorOf} />
        </SimpleGrid>
        <KindFields draft={draft} set={set} errorOf={errorOf} />
      </Stack>
    </Panel>
  );
}

/** Category, brand, collections and tags. */
function PlaceFields({ draft, set, errorOf }: PartProps): ReactNode {
  const t = useT();
  const lookups = useLookups();
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('list.clear') } };
  const automatic = (lookups.data?.automatic ?? []).filter(({ value }) =>
    draft.collection_ids.includes(value),
  );
  return (
    <>
      <Select
        label={t('products.category')}
        searchable
        {...clear}
        data={lookups.data?.categories ?? []}
        value={draft.category_id}
        onChange={category_id => set({ category_id })}
        error={errorOf('category_id')}
      />
      <Select
        label={t('products.brand')}
        searchable
        {...clear}
        data={lookups.data?.brands ?? []}
        value={draft.brand_id}
        onChange={brand_id => set({ brand_id })}
        error={errorOf('brand_id')}
      />
      <MultiSelect
        label={t('products.collections')}
        searchable
        {...clear}
        data={lookups.data?.collections ?? []}
        description={
          automatic.length > 0 &&
          t('products.automatic', { names: automatic.map(({ label }) => label).join(', ') })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.collection_ids.filter(id => automatic.every(({ value }) => value !== id))}
        onChange={chosen =>
          set({ collection_ids: [...chosen, ...automatic.map(({ value }) => value)] })
        }
        error={errorOf('collection_ids')}
      />
      <TagsInput
        label={t('products.tags')}
        placeholder={draft.tags.length === 0 ? t('products.tags.hint') : undefined}
        maxTags={50}
        value={draft.tags}
        onChange={tags => set({ tags })}
        error={errorOf('tags')}
      />
    </>
  );
}
