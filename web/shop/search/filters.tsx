import { Checkbox, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { type Key, useT } from '../texts/index.js';
import type { SearchAnswer } from '../types.js';
import classes from './filters.module.css';
import type { ChangeSearch, SearchTerms } from './use-search.js';

type Choice = { value: string; label: string };
type Facets = SearchAnswer['facets'];

const SORTS: Record<string, Key> = {
  relevance: 'search.sort.relevance',
  name: 'search.sort.name',
  price: 'search.sort.price',
  '-price': 'search.sort.priceDown',
  newest: 'search.sort.newest',
};

/** Filters with the number of products that each would leave, and the order of the results. */
export function Filters(props: {
  facets: Facets;
  terms: SearchTerms;
  onChange: ChangeSearch;
}): ReactNode {
  const { facets, terms, onChange } = props;
  const t = useT();
  const counted = countedUnless(facets.is_partial);
  const named = (name: 'brand' | 'size' | 'colour', label: Key, choices: Choice[]): ReactNode =>
    (choices.length > 0 || terms[name] !== '') && (
      <Select
        label={t(label)}
        placeholder={t('search.any')}
        clearable
        searchable={choices.length > 10}
        data={withChosen(choices, terms[name])}
        value={terms[name] || null}
        onChange={value => onChange({ [name]: value ?? '' })}
      />
    );
  return (
    <section className={classes.filters} aria-label={t('search.filters')}>
      {named(
        'brand',
        'search.brand',
        facets.brand.map(({ slug, name, count }) => ({ value: slug, label: counted(name, count) })),
      )}
      {named('size', 'search.size', facets.size.map(toChoice(counted)))}
      {named('colour', 'search.colour', facets.colour.map(toChoice(counted)))}
      <PriceFilter {...props} />
      <Select
        label={t('search.sort')}
        allowDeselect={false}
        data={Object.entries(SORTS).map(([value, key]) => ({ value, label: t(key) }))}
        value={terms.sort || 'relevance'}
        onChange={value => onChange({ sort: value === 'relevance' ? '' : (value ?? '') })}
      />
      {(facets.in_stock > 0 || terms.in_stock !== '') && (
        <Checkbox
          className={classes.stock}
          label={counted(t('search.inStock'), facets.in_stock)}
          checked={terms.in_stock !== ''}
          onChange={event => onChange({ in_stock: event.currentTarget.checked ? 'true' : '' })}
        />
      )}
    </section>
  );
}

/** A filter from a link stays visible, even if nothing has its value. */
const withChosen = (choices: Choice[], chosen: string): Choice[] =>
  chosen === '' || choices.some(({ value }) => value === chosen)
    ? choices
    : [...choices, { value: chosen, label: chosen }];

function PriceFilter(props: {
  facets: Facets;
  terms: SearchTerms;
  onChange: ChangeSearch;
}): ReactNode {
  const { facets, terms, onChange } = props;
  const t = useT();
  const { money } = useFormat();
  const counted = countedUnless(facets.is_partial);
  const chosen =
    terms.price_min === '' && terms.price_max === '' ? '' : `${terms.price_min}:${terms.price_max}`;
  const choices = facets.price.map(({ from, to, count }) => ({
    value: `${from}:${to}`,
    label: counted(t('search.price.range', { from: money(from), to: money(to) }), count),
  }));
  if (choices.length < 2 && chosen === '') return null;
  const own = { value: chosen, label: chosen.replace(':', ' – ') };
  const isListed = choices.some(({ value }) => value === chosen);
  return (
    <Select
      label={t('search.price')}
      placeholder={t('search.any')}
      clearable
      data={chosen === '' || isListed ? choices : [...choices, own]}
      value={chosen || null}
      onChange={value => {
        const [low = '', high = ''] = value?.split(':') ?? [];
        onChange({ price_min: low, price_max: high });
      }}
    />
  );
}

const toChoice =
  (counted: (name: string, count: number) => string) =>
  ({ value, count }: { value: string; count: number }): Choice => ({
    value,
    label: counted(value, count),
  });

/** Counts of a part of the products would mislead, so they are left out. */
const countedUnless =
  (isPartial: boolean) =>
  (name: string, count: number): string =>
    isPartial ? name : `${name} (${count})`;
