import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { choiceOf } from './use-lookups.js';

export type MoreFilterValues = { supplier?: string; tag?: string };

const TYPING_MS = 250;

/** Supplier and tag. */
export function MoreFilters(props: {
  filters: MoreFilterValues;
  onChange: (filters: MoreFilterValues) => void;
}): ReactNode {
  const { filters, onChange } = props;
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [text, setText] = useState('');
  const [tag] = useDebouncedValue(text.trim(), TYPING_MS);
  const suppliers = useQuery({
    queryKey: ['suppliers', 'choices'],
    queryFn: () => all(cursor => api.GET('/suppliers/', { params: { query: { cursor } } })),
    enabled: may('delivery.manage'),
  });
  useEffect(() => {
    if (tag !== (filters.tag ?? '')) onChange({ ...filters, tag: tag === '' ? undefined : tag });
  }, [tag, filters, onChange]);
  return (
    <>
      {may('delivery.manage') && (
        <Select
          aria-label={t('products.supplier')}
          placeholder={t('products.anySupplier')}
          flex="1 1 160px"
          maw={220}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('list.clear') }}
          data={(suppliers.data ?? []).map(choiceOf)}
          value={filters.supplier ?? null}
          onChange={value => onChange({ ...filters, supplier: value ?? undefined })}
        />
      )}
      <TextInput
        aria-label={t('products.tag')}
        placeholder={t('products.anyTag')}
        flex="1 1 120px"
        maw={180}
        maxLength={50}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
    </>
  );
}
