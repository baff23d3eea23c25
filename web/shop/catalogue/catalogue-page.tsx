import { Button, Center, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch, IconShoppingBag } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Empty, Failed } from '../../shared/components/states.js';
import { useTitle } from '../layout/use-title.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import classes from './catalogue-page.module.css';
import { CategoryFilter } from './category-filter.js';
import { Hero } from './hero.js';
import { ProductCard } from './product-card.js';
import grid from './product-card.module.css';
import { type Search, useCategories, useProducts } from './queries.js';

const TYPING_MS = 250;

/** Search terms in the URL, so that back and links work. */
function useSearchTerms(): [Search, (change: Partial<Search>) => void] {
  const [params, setParams] = useSearchParams();
  const search = { q: params.get('q') ?? '', category: params.get('category') ?? '' };
  const change = (next: Partial<Search>): void =>
    setParams(
      previous => {
        const terms = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(next)) {
          if (value === '') terms.delete(name);
          else terms.set(name, value);
        }
        return terms;
      },
      { replace: next.q !== undefined },
    );
  return [search, change];
}

function SearchBox({ q, onChange }: { q: string; onChange: (q: string) => void }): ReactNode {
  const t = useT();
  const [text, setText] = useState(q);
  useEffect(() => setText(q), [q]);
  useEffect(() => {
    if (text.trim() === q) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, q, onChange]);
  return (
    <TextInput
      type="search"
      aria-label={t('catalogue.search')}
      placeholder={t('catalogue.search')}
      leftSection={<IconSearch size={18} aria-hidden />}
      size="md"
      radius="xl"
      value={text}
      onChange={event => setText(event.currentTarget.value)}
    />
  );
}

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

function Results({ search, onClear }: { search: Search; onClear: () => void }): ReactNode {
  const t = useT();
  const products = useProducts(search);
  const list = products.data?.pages.flatMap(({ items }) => items);
  if (list === undefined) {
    if (products.isPending) return <Placeholders />;
    return <Failed error={products.error} onRetry={() => void products.refetch()} />;
  }
  if (list.length === 0) {
    return (
      <Empty
        icon={<IconShoppingBag size={28} />}
        title={t('catalogue.nothing')}
        text={t('catalogue.nothing.text')}
        action={
          <Button variant="light" onClick={onClear}>
            {t('catalogue.all')}
          </Button>
        }
      />
    );
  }
  return (
    <Stack gap="xl" aria-busy={products.isPlaceholderData}>
      <div className={grid.grid}>
        {list.map(product => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
      {products.hasNextPage && (
        <Center>
          <Button
            variant="default"
            size="md"
            loading={products.isFetchingNextPage}
            onClick={() => void products.fetchNextPage()}
          >
            {t('catalogue.more')}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

export function CataloguePage(): ReactNode {
  const t = useT();
  const { store } = useShop();
  const [search, change] = useSearchTerms();
  const categories = useCategories();
  const category = categories.data?.find(({ slug }) => slug === search.category);
  const isHome = search.q === '' && search.category === '';
  useTitle(isHome ? store.name : (category?.name ?? t('catalogue.all')));
  return (
    <Stack gap="lg">
      {isHome ? (
        <Hero store={store} />
      ) : (
        <Title order={1}>
          {search.q === ''
            ? (category?.name ?? t('catalogue.all'))
            : t('catalogue.found', { q: search.q })}
        </Title>
      )}
      <div className={classes.tools}>
        <CategoryFilter
          categories={categories.data ?? []}
          value={search.category}
          onChange={slug => change({ category: slug })}
        />
        <SearchBox q={search.q} onChange={q => change({ q })} />
      </div>
      <Text className="visually-hidden" component="h2">
        {t('catalogue.products')}
      </Text>
      <Results search={search} onClear={() => change({ q: '', category: '' })} />
    </Stack>
  );
}
