import { Button, Checkbox, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { type Key, useT } from '../texts/index.js';
import type { SearchAnswer } from '../types.js';
import classes from './filters.module.css';
import type { SearchTerms } from './terms.js';
import type { ChangeSearch } from './use-search.js';

type Choice = { value: string; label: string };
type Facets = SearchAnswer['facets'];

const SORTS: Record<string, Key> = {
  '': 'search.sort.relevance',
  name: 'search.sort.name',
  price: 'search.sort.price',
  '-price': 'search.sort.priceDown',
  newest: 'search.sort.newest',
};

/**
 * Filters with the number of products that each would leave, and the order of the results. Without
 * scripts the browser sends them as a form.
 */
export function Filters(props: {
  facets: Facets;
  terms: SearchTerms;
  onChange: ChangeSearch;
}): ReactNode {
  const { facets, terms, onChange } = props;
  const t = useT();
  const named = (name: 'brand' | 'size' | 'colour', label: Key, choices: Choice[]): ReactNode =>
    (choices.length > 0 || terms[name] !== '') && (
      <NativeSelect
        label={t(label)}
        name={name}
        data={[{ value: '', label: t('search.any') }, ...withChosen(choices, terms[name])]}
        value={terms[name]}
        onChange={event => onChange({ [name]: event.currentTarget.value })}
      />
    );
  return (
    <form
      className={classes.filters}
      aria-label={t('search.filters')}
      method="get"
      action="/app/shop/"
    >
      {(['q', 'category', 'collection'] as const).map(
        name =>
          terms[name] !== '' && <input key={name} type="hidden" name={name} value={terms[name]} />,
      )}
      {named(
        'brand',
        'search.brand',
        facets.brand.map(({ slug, name, count }) => ({ value: slug, label: counted(name, count) })),
      )}
      {named('size', 'search.size', facets.size.map(toChoice))}
      {named('colour', 'search.colour', facets.colour.map(toChoice))}
      <PriceFilter {...props} />
      <NativeSelect
        label={t('search.sort')}
        name="sort"
        data={Object.entries(SORTS).map(([value, key]) => ({ value, label: t(key) }))}
        value={terms.sort}
        onChange={event => onChange({ sort: event.currentTarget.value })}
      />
      {(facets.in_stock > 0 || terms.in_stock !== '') && (
        <Checkbox
          className={classes.stock}
          label={counted(t('search.inStock'), facets.in_stock)}
          name="in_stock"
          value="true"
          checked={terms.in_stock !== ''}
          onChange={event => onChange({ in_stock: event.currentTarget.checked ? 'true' : '' })}
        />
      )}
      <noscript>
        <Button type="submit" variant="default">
          {t('shop.apply')}
        </Button>
      </noscript>
    </form>
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
    <NativeSelect
      label={t('search.price')}
      name="price"
      data={[
        { value: '', label: t('search.any') },
        ...choices,
        ...(chosen === '' || isListed ? [] : [own]),
      ]}
      value={chosen}
      onChange={event => {
        const [low = '', high = ''] = event.currentTarget.value.split(':');
        onChange({ price_min: low, price_max: high });
      }}
    />
  );
}

const counted = (name: string, count: number): string => `${name} (${count})`;

const toChoice = ({ value, count }: { value: string; count: number }): Choice => ({
  value,
  label: counted(value, count),
});
