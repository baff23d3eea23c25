import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useVariants, variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';

export type Article = { value: string; label: string };

type Props = Pick<
  SelectProps,
  'label' | 'aria-label' | 'w' | 'error' | 'disabled' | 'clearable'
> & {
  value: string | null;
  onChange: (id: string | null) => void;
};

/** Finds one article by name, SKU or barcode. */
export function ArticleField({ onChange, ...field }: Props): ReactNode {
  const t = useT();
  const [picked, setPicked] = useState<Article>();
  const [text, setText] = useState('');
  // The field shows the name of the article found, which is no search.
  const [wanted] = useDebouncedValue(text === picked?.label ? '' : text.trim(), 200);
  const found = useVariants(wanted);
  const articles = new Map<string, Article>();
  if (picked !== undefined && picked.value === field.value) articles.set(picked.value, picked);
  for (const one of found.data ?? []) {
    articles.set(one.id, { value: one.id, label: `${variantName(one)} (${one.sku})` });
  }
  return (
    <Select
      placeholder={t('stock.search')}
      leftSection={<IconSearch size={16} />}
      searchable
      allowDeselect={false}
      searchValue={text}
      onSearchChange={setText}
      // No client-side filter: the service also matches barcodes, which labels do not show.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? t('app.loading') : t('stock.none')}
      data={[...articles.values()]}
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      onChange={id => {
        setPicked(id === null ? undefined : articles.get(id));
        onChange(id);
      }}
      {...field}
    />
  );
}
