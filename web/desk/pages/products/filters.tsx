import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStatusText } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import { type ProductFilters, STATUSES, type Status } from './calls.js';
import { useLookups } from './use-lookups.js';

/** Status, category and brand. */
export function Filters(props: {
  filters: ProductFilters;
  onChange: (filters: ProductFilters) => void;
}): ReactNode {
  const { filters, onChange } = props;
  const t = useT();
  const statusText = useStatusText();
  const lookups = useLookups();
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('list.clear') } };
  return (
    <>
      <Select
        aria-label={t('list.status')}
        placeholder={t('products.anyStatus')}
        flex="1 1 140px"
        maw={190}
        {...clear}
        data={STATUSES.map(value => ({ value, label: statusText(value) }))}
        value={filters.status ?? null}
        onChange={value => onChange({ ...filters, status: (value as Status) ?? undefined })}
      />
      <Select
        aria-label={t('products.category')}
        placeholder={t('products.anyCategory')}
        flex="1 1 160px"
        maw={240}
        searchable
        {...clear}
        data={lookups.data?.categories ?? []}
        value={filters.category ?? null}
        onChange={value => onChange({ ...filters, category: value ?? undefined })}
      />
      <Select
        aria-label={t('products.brand')}
        placeholder={t('products.anyBrand')}
        flex="1 1 140px"
        maw={220}
        searchable
        {...clear}
        data={lookups.data?.brands ?? []}
        value={filters.brand ?? null}
        onChange={value => onChange({ ...filters, brand: value ?? undefined })}
      />
    </>
  );
}
