import { Combobox, Group, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useT } from '../texts/index.js';
import type { Suggestions } from '../types.js';
import { SearchInput, type SearchInputProps } from './search-input.js';
import { useSuggestions } from './use-search.js';

const TYPING_MS = 200;

/** The search field with what the shopper may mean, while somebody types. */
export function SuggestingInput(
  props: SearchInputProps & { onGo: (path: string) => void },
): ReactNode {
  const { onGo, ...field } = props;
  const [typed] = useDebouncedValue(field.value.trim(), TYPING_MS);
  const box = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => box.resetSelectedOption(),
  });
  const { data } = useSuggestions(typed);
  const hasOptions = data !== undefined && field.value.trim() !== '' && countOf(data) > 0;
  const go = (path: string): void => {
    box.closeDropdown();
    onGo(path);
  };
  return (
    <Combobox store={box} onOptionSubmit={go} shadow="md">
      <Combobox.Target>
        <SearchInput
          {...field}
          autoFocus
          onType={text => {
            field.onType(text);
            box.openDropdown();
          }}
          onFocus={() => box.openDropdown()}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!hasOptions}>
        {hasOptions && <Options found={data} />}
      </Combobox.Dropdown>
    </Combobox>
  );
}

const countOf = ({ products, categories, brands }: Suggestions): number =>
  products.length + categories.length + brands.length;

function Options({ found }: { found: Suggestions }): ReactNode {
  const t = useT();
  const format = useFormat();
  const filters = (name: 'category' | 'brand', list: Suggestions['categories']) =>
    list.map(one => (
      <Combobox.Option key={one.slug} value={`/?${new URLSearchParams({ [name]: one.slug })}`}>
        {one.name}
      </Combobox.Option>
    ));
  return (
    <Combobox.Options mah={420} style={{ overflowY: 'auto' }} aria-label={t('search.suggestions')}>
      {found.categories.length > 0 && (
        <Combobox.Group label={t('catalogue.categories')}>
          {filters('category', found.categories)}
        </Combobox.Group>
      )}
      {found.brands.length > 0 && (
        <Combobox.Group label={t('search.brand')}>{filters('brand', found.brands)}</Combobox.Group>
      )}
      {found.products.length > 0 && (
        <Combobox.Group label={t('catalogue.products')}>
          {found.products.map(product => (
            <Combobox.Option key={product.slug} value={`/p/${product.slug}`}>
              <Group justify="space-between" wrap="nowrap" gap="md">
                <Text truncate>{product.name}</Text>
                <Text size="sm" className="money">
                  {format.money(product.price, product.currency)}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Group>
      )}
    </Combobox.Options>
  );
}
