import { Box, Button, Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconShirt, IconTable } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { pictureFor } from '../../../../src/domains/catalog/pictures/choose-pictures.js';
import { useApi } from '../../../shared/api/index.js';
import { Artwork } from '../../../shared/artwork/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { listProducts, type Product, type ProductFilters } from './calls.js';
import { ProductCsv } from './csv.js';
import { Filters } from './filters.js';
import { EditMany } from './grid/edit-many.js';
import { EditProduct, NewProduct } from './product.js';
import { useLookups } from './use-lookups.js';

const TYPING_MS = 150;

/** The products of the chain, or the one in the URL. */
export default function Products(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <List />;
  if (id === 'many') return <EditMany />;
  return id === 'new' ? <NewProduct /> : <EditProduct key={id} id={id} />;
}

function List(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const [filters, setFilters] = useState<ProductFilters>({});
  const shown = { ...filters, q: q === '' ? undefined : q };
  return (
    <Page
      title={t('nav.products')}
      text={t('products.text')}
      actions={
        <>
          <ProductCsv filters={shown} />
          {may('catalog.chain') && (
            <>
              <Button
                variant="default"
                leftSection={<IconTable size={16} />}
                onClick={() => go('/products/many')}
              >
                {t('many.open')}
              </Button>
              <Button leftSection={<IconPlus size={16} />} onClick={() => go('/products/new')}>
                {t('products.new')}
              </Button>
            </>
          )}
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          type="search"
          flex="1 1 240px"
          maw={420}
          aria-label={t('products.search')}
          placeholder={t('products.search.hint')}
          leftSection={<IconSearch size={16} />}
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Filters filters={filters} onChange={setFilters} />
      </Group>
      <Panel isFlush>
        <Found filters={shown} />
      </Panel>
    </Page>
  );
}

function Found({ filters }: { filters: ProductFilters }): ReactNode {
  const t = useT();
  const api = useApi();
  const [, go] = useLocation();
  const pages = usePages(['products', filters], cursor => listProducts(api, filters, cursor));
  const isAll = Object.values(filters).every(value => value === undefined);
  return (
    <PagedTable
      label={t('nav.products')}
      pages={pages}
      columns={useColumns()}
      keyOf={product => String(product.id)}
      onOpen={product => go(`/products/${product.id}`)}
      empty={
        <Empty
          icon={<IconShirt size={28} />}
          title={t(isAll ? 'products.none' : 'products.noneFound')}
          text={t(isAll ? 'products.none.text' : 'products.noneFound.text')}
        />
      }
    />
  );
}

function Thumb({ product, category }: { product: Product; category: string }): ReactNode {
  const picture = pictureFor(product);
  return (
    <span className="desk-thumb">
      <Artwork name={product.name} category={category} picture={picture} sizes="44px" />
    </span>
  );
}

function useColumns(): Column<Product>[] {
  const t = useT();
  const format = useFormat();
  const lookups = useLookups();
  const nameOf = (id: string | null): string =>
    lookups.data?.categories.find(({ value }) => value === id)?.label ?? '—';
  return [
    {
      head: t('list.name'),
      cell: product => (
        <Group gap="sm" wrap="nowrap">
          <Thumb product={product} category={nameOf(product.category_id)} />
          <div>
            <NameCell name={product.name} about={[skusOf(product)]} />
            {product.status !== 'active' && (
              <Box hiddenFrom="xs" mt={4}>
                <StatusTag status={product.status} />
              </Box>
            )}
          </div>
        </Group>
      ),
    },
    { head: t('list.status'), from: 'xs', cell: ({ status }) => <StatusTag status={status} /> },
    { head: t('products.category'), from: 'md', cell: one => nameOf(one.category_id) },
    { head: t('products.tags'), from: 'lg', cell: ({ tags }) => tags.join(', ') || '—' },
    {
      head: t('products.variants'),
      from: 'sm',
      isFigure: true,
      cell: ({ variants }) => format.number(variants.length),
    },
  ];
}

function skusOf({ variants }: Product): string {
  const [first, second] = variants;
  if (first === undefined) return '';
  const both = [first, second].flatMap(one => one?.sku ?? []).join(', ');
  return variants.length > 2 ? `${both}…` : both;
}
