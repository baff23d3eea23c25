import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useFormat } from '../../shared/i18n/format.js';
import { useT } from '../texts/index.js';
import type { Suggestions } from '../types.js';
import classes from './search-box.module.css';
import { useSuggestions } from './use-search.js';

const TYPING_MS = 200;

/** The search in the header of every page, with suggestions while somebody types. */
export function SearchBox(): ReactNode {
  const t = useT();
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const searched = params.get('q') ?? '';
  const [text, setText] = useState(searched);
  const [typed] = useDebouncedValue(text.trim(), TYPING_MS);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const { data } = useSuggestions(typed);
  useEffect(() => setText(searched), [searched]);
  const go = (path: string): void => {
    box.closeDropdown();
    navigate(path);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const q = text.trim();
    go(q === '' ? '/' : `/?${new URLSearchParams({ q })}`);
  };
  const hasOptions = data !== undefined && text.trim() !== '' && countOf(data) > 0;
  return (
    <search className={classes.box}>
      <form onSubmit={submit}>
        <Combobox store={box} onOptionSubmit={go} shadow="md">
          <Combobox.Target>
            <TextInput
              type="search"
              aria-label={t('catalogue.search')}
              placeholder={t('catalogue.search')}
              leftSection={<IconSearch size={18} aria-hidden />}
              size="md"
              radius="xl"
              maxLength={200}
              value={text}
              onChange={event => {
                setText(event.currentTarget.value);
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
      </form>
    </search>
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
