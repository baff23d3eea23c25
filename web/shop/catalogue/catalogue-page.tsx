import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Empty, Failed } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { Filters } from '../search/filters.js';
import type { SearchTerms } from '../search/terms.js';
import { type ChangeSearch, useSearchResults, useSearchTerms } from '../search/use-search.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import { CategoryFilter } from './category-filter.js';
import { Hero } from './hero.js';
import { HomeSections } from './home-sections.js';
import { ProductCard } from './product-card.js';
import grid from './product-card.module.css';
import { useCategories, useHome } from './queries.js';

function Placeholders(): ReactNode {
  const t = useT();
  return (
    <div className={grid.grid} role="status" aria-label={t('app.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no other key
        <Stack key={index} gap="sm">
          <Skeleton style={{ aspectRatio: 1 }} radius="lg" />
          <Skeleton height={14} width="70%" />
          <Skeleton height={14} width="40%" />
        </Stack>
      ))}
    </div>
  );
}

type ResultsProps = {
  terms: SearchTerms;
  hasSections: boolean | undefined;
  onChange: ChangeSearch;
};

function Results({ terms, hasSections, onChange }: ResultsProps): ReactNode {
  const t = useT();
  const search = useSearchResults(terms, hasSections);
  const found = search.data;
  if (found === undefined) {
    if (search.isPending) return <Placeholders />;
    return <Failed error={search.error} onRetry={() => void search.refetch()} />;
  }
  return (
    <Stack gap="lg" aria-busy={search.isPlaceholderData}>
      {found.corrected_to !== null && (
        <Text>{t('search.corrected', { q: found.corrected_to })}</Text>
      )}
      <Filters facets={found.facets} terms={terms} onChange={onChange} />
      <Text size="sm" c="dimmed" role="status">
        {t('search.total', { count: found.total })}
      </Text>
      {found.products.length === 0 ? (
        <Nothing />
      ) : (
        <div className={grid.grid}>
          {found.products.map(product => (
            <ProductCard key={product.id} product={product} />
          ))}
        </div>
      )}
      <Pages previous={found.previous} next={found.next} />
    </Stack>
  );
}

function Nothing(): ReactNode {
  const t = useT();
  return (
    <Empty
      icon={<IconShoppingBag size={28} />}
      title={t('catalogue.nothing')}
      text={t('catalogue.nothing.text')}
      action={
        <Button component={Link} href="/" variant="light">
          {t('catalogue.all')}
        </Button>
      }
    />
  );
}

/** Links, so that a page of the results can be opened, shared and gone back to. */
function Pages({ previous, next }: { previous: string | null; next: string | null }): ReactNode {
  const t = useT();
  const [params] = useSearchParams();
  if (previous === null && next === null) return null;
  const link = (cursor: string | null, label: string): ReactNode => {
    if (cursor === null) return null;
    const wanted = new URLSearchParams(params);
    wanted.set('cursor', cursor);
    return (
      <Button component={Link} href={`/?${wanted}`} variant="default" size="md">
        {label}
      </Button>
    );
  };
  return (
    <Group component="nav" justify="center" aria-label={t('search.pages')}>
      {link(previous, t('search.previous'))}
      {link(next, t('search.next'))}
    </Group>
  );
}

export function CataloguePage(): ReactNode {
  const t = useT();
  const { store } = useShop();
  const [terms, change] = useSearchTerms();
  const categories = useCategories();
  const category = categories.data?.find(({ slug }) => slug === terms.category);
  const isHome = Object.values(terms).every(value => value === '');
  const home = useHome(isHome);
  const sections = isHome ? (home.data?.sections ?? []) : [];
  const hasSections = isHome && home.isPending ? undefined : sections.length > 0;
  // The list below asks for the same, so it is loaded once.
  const found = useSearchResults(terms, hasSections).data;
  const collection = terms.collection === '' ? undefined : found?.collection;
  const brand = found?.facets.brand.find(({ slug }) => slug === terms.brand);
  const heading =
    terms.q === ''
      ? (category?.name ?? collection?.name ?? brand?.name ?? t('catalogue.all'))
      : t('catalogue.found', { q: terms.q });
  const hero = home.data?.hero ?? null;
  const description = isHome
    ? hero?.text || t('hero.text')
    : found && t('catalogue.description', { count: found.total, heading, store: store.name });
  useTitle(isHome ? store.name : heading, description);
  return (
    <Stack gap="lg">
      {!isHome && <Title order={1}>{heading}</Title>}
      {isHome && (home.isPending ? <Skeleton height={280} /> : <Hero store={store} own={hero} />)}
      <HomeSections sections={sections} />
      <CategoryFilter categories={categories.data ?? []} facets={found?.facets} terms={terms} />
      <Text className="visually-hidden" component="h2">
        {t('catalogue.products')}
      </Text>
      <Results terms={terms} hasSections={hasSections} onChange={change} />
    </Stack>
  );
}
