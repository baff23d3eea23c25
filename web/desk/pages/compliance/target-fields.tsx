import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { PurchaseLimit } from '../../types.js';

const KINDS = ['everything', 'category', 'product', 'variant'] as const;
type Kind = (typeof KINDS)[number];
/** What a limit covers; `id` is null for everything and before something is chosen. */
export type Target = { kind: Kind; id: string | null };
type Choice = { value: string; label: string };

export function targetOf(limit: PurchaseLimit | undefined): Target {
  if (limit === undefined) return { kind: 'product', id: null };
  const { variant_id, product_id, category_id } = limit;
  if (variant_id !== null) return { kind: 'variant', id: variant_id };
  if (product_id !== null) return { kind: 'product', id: String(product_id) };
  return category_id === null
    ? { kind: 'everything', id: null }
    : { kind: 'category', id: category_id };
}

export const targetBody = ({ kind, id }: Target) => ({
  everything: kind === 'everything',
  variant_id: kind === 'variant' ? id : null,
  product_id: kind === 'product' && id !== null ? Number(id) : null,
  category_id: kind === 'category' ? id : null,
});

async function search(api: Tillhouse, kind: Kind, text: string): Promise<Choice[]> {
  const query = { q: text === '' ? undefined : text, limit: 30 };
  if (kind === 'product') {
    const found = await answer(api.GET('/products/', { params: { query } }));
    return found.map(({ id, name }) => ({ value: String(id), label: name }));
  }
  if (kind === 'variant') {
    const found = await answer(api.GET('/product-variants/', { params: { query } }));
    return found.map(one => ({ value: one.id, label: `${variantName(one)} (${one.sku})` }));
  }
  const found = await answer(api.GET('/categories/', { params: { query: { limit: 200 } } }));
  return found.map(({ id, name }) => ({ value: id, label: name }));
}

/** The name of what is already chosen. */
async function nameOf(api: Tillhouse, { kind, id }: Target): Promise<Choice | null> {
  if (id === null) return null;
  if (kind === 'product') {
    const path = { product: id };
    const { name } = await answer(api.GET('/products/{product}/', { params: { path } }));
    return { value: id, label: name };
  }
  if (kind !== 'variant') return null;
  const path = { variant: id };
  const found = await answer(api.GET('/product-variants/{variant}/', { params: { path } }));
  return { value: id, label: `${variantName(found)} (${found.sku})` };
}

export function TargetFields(props: {
  value: Target;
  onChange: (target: Target) => void;
  error?: string;
}): ReactNode {
  const { value: target, onChange, error } = props;
  const t = useT();
  return (
    <>
      <Select
        label={t('limits.target')}
        data={KINDS.map(value => ({ value, label: t(`limits.target.${value}`) }))}
        value={target.kind}
        onChange={kind => kind !== null && onChange({ kind: kind as Kind, id: null })}
        allowDeselect={false}
        error={target.kind === 'everything' ? error : undefined}
      />
      {target.kind !== 'everything' && (
        <Goods key={target.kind} target={target} onChange={onChange} error={error} />
      )}
    </>
  );
}

function Goods(props: {
  target: Target;
  onChange: (target: Target) => void;
  error?: string;
}): ReactNode {
  const { target, onChange, error } = props;
  const { kind, id } = target;
  const t = useT();
  const api = useApi();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Choice>();
  const [first] = useState(target);
  const [wanted] = useDebouncedValue(text === picked?.label ? '' : text.trim(), 200);
  const before = useQuery({
    queryKey: ['limit-target', first],
    queryFn: () => nameOf(api, first),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useQuery({
    queryKey: ['limit-targets', kind, wanted],
    queryFn: () => search(api, kind, wanted),
    placeholderData: keepPreviousData,
  });
  const chosen = [before.data, picked].find(one => one?.value === id);
  const choices = new Map(
    [...(found.data ?? []), ...(chosen ? [chosen] : [])].map(one => [one.value, one]),
  );
  return (
    <Select
      label={t(`limits.target.${kind}`)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      allowDeselect={false}
      // No client-side filter: the service also matches SKU and barcode, which labels do not show.
      filter={kind === 'category' ? undefined : ({ options }) => options}
      nothingFoundMessage={found.isPending ? t('app.loading') : t('stock.none')}
      data={[...choices.values()]}
      value={id}
      onChange={next => {
        setPicked(next === null ? undefined : choices.get(next));
        onChange({ kind, id: next });
      }}
      error={error}
    />
  );
}
