import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answer, type Tillhouse } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { Promotion, Variant } from '../../types.js';

type Scope = Promotion['scope'];
type Choice = { value: string; label: string };

const KINDS = ['order', 'category', 'collection', 'product', 'variant'] as const;
const MAX_RESULTS = 30;
/** Looks up the names of at most 50 selected entries; the others show their id. */
const MAX_NAMES = 50;

const isSearched = (kind: Scope['kind']): boolean => kind === 'product' || kind === 'variant';

const plain = (item: { id: string | number; name: string }): Choice => ({
  value: String(item.id),
  label: item.name,
});

const variantChoice = (variant: Variant): Choice => ({
  value: variant.id,
  label: `${variantName(variant)} (${variant.sku})`,
});

async function search(api: Tillhouse, kind: Scope['kind'], wanted: string): Promise<Choice[]> {
  const q = wanted === '' ? undefined : wanted;
  const query = { q, limit: MAX_RESULTS };
  switch (kind) {
    case 'order':
      return [];
    case 'category':
      return (await answer(api.GET('/categories/', { params: { query: { limit: 200 } } }))).map(
        plain,
      );
    case 'collection':
      return (await answer(api.GET('/collections/', { params: { query: { limit: 200 } } }))).map(
        plain,
      );
    case 'product':
      return (await answer(api.GET('/products/', { params: { query } }))).map(plain);
    case 'variant':
      return (await answer(api.GET('/product-variants/', { params: { query } }))).map(
        variantChoice,
      );
  }
}

/** Names of the entries that are already selected. */
async function named(api: Tillhouse, { kind, ids }: Scope): Promise<Choice[]> {
  if (!isSearched(kind)) return [];
  const one = async (id: string): Promise<Choice> =>
    kind === 'product'
      ? plain(await answer(api.GET('/products/{product}/', { params: { path: { product: id } } })))
      : variantChoice(
          await answer(
            api.GET('/product-variants/{variant}/', { params: { path: { variant: id } } }),
          ),
        );
  const found = await Promise.allSettled(ids.slice(0, MAX_NAMES).map(one));
  return found.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
}

/** What a promotion applies to: the entire order or selected products. */
export function ScopeFields(props: {
  value: Scope;
  onChange: (scope: Scope) => void;
  error?: string;
}): ReactNode {
  const { value: scope, onChange, error } = props;
  const t = useT();
  return (
    <>
      <Select
        label={t('promotions.scope')}
        data={KINDS.map(value => ({ value, label: t(`promotions.scope.${value}`) }))}
        value={scope.kind}
        onChange={kind => onChange({ kind: (kind ?? 'order') as Scope['kind'], ids: [] })}
        allowDeselect={false}
      />
      {scope.kind !== 'order' && (
        <Goods key={scope.kind} scope={scope} onChange={onChange} error={error} />
      )}
    </>
  );
}

function Goods(props: {
  scope: Scope;
  onChange: (scope: Scope) => void;
  error?: string;
}): ReactNode {
  const { scope, onChange, error } = props;
  const t = useT();
  const api = useApi();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const [first] = useState(scope);
  const [picked, setPicked] = useState<Choice[]>([]);
  const before = useQuery({
    queryKey: ['scope', 'named', first],
    queryFn: () => named(api, first),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useQuery({
    queryKey: ['scope', scope.kind, wanted],
    queryFn: () => search(api, scope.kind, wanted),
    placeholderData: keepPreviousData,
  });
  const choices = new Map(
    [...(before.data ?? []), ...picked, ...(found.data ?? [])].map(one => [one.value, one]),
  );
  for (const id of scope.ids) if (!choices.has(id)) choices.set(id, { value: id, label: id });
  return (
    <MultiSelect
      label={t(`promotions.scope.${scope.kind}`)}
      searchable
      searchValue={text}
      onSearchChange={setText}
      hidePickedOptions
      // No client-side filter: the service also matches SKU and barcode, which labels do not show.
      filter={isSearched(scope.kind) ? ({ options }) => options : undefined}
      nothingFoundMessage={found.isPending ? t('app.loading') : t('stock.none')}
      data={[...choices.values()]}
      value={scope.ids}
      onChange={ids => {
        setPicked(ids.flatMap(id => choices.get(id) ?? []));
        onChange({ ...scope, ids });
      }}
      error={error}
    />
  );
}
