import { Button, SimpleGrid } from '@mantine/core';
import { IconCategory, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Brand, Category } from '../../types.js';
import { BrandForm, CategoryForm } from './forms.js';
import { pathsOf } from './paths.js';
import { useRowColumns } from './row-columns.js';

type Edited = { kind: 'category'; of?: Category } | { kind: 'brand'; of?: Brand };

/** Where products belong: the tree of categories, and the brands. */
export default function Categories(): ReactNode {
  const t = useT();
  const [edited, setEdited] = useState<Edited>();
  const close = (): void => setEdited(undefined);
  return (
    <Page title={t('nav.categories')} text={t('categories.text')}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <CategoryList onEdit={of => setEdited({ kind: 'category', of })} />
        <BrandList onEdit={of => setEdited({ kind: 'brand', of })} />
      </SimpleGrid>
      {edited?.kind === 'category' && <CategoryForm category={edited.of} onClose={close} />}
      {edited?.kind === 'brand' && <BrandForm brand={edited.of} onClose={close} />}
    </Page>
  );
}

function NewButton({ text, onClick }: { text: string; onClick: () => void }): ReactNode {
  const { may } = useDesk();
  if (!may('catalog.chain')) return null;
  return (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={onClick}>
      {text}
    </Button>
  );
}

function CategoryList({ onEdit }: { onEdit: (category?: Category) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: () =>
      all(cursor => api.GET('/categories/', { params: { query: { cursor, limit: 200 } } })),
  });
  const columns = useRowColumns<Category>(onEdit, ({ id }) =>
    answer(api.DELETE('/categories/{id}/', { params: { path: { id } } })),
  );
  return (
    <Panel
      isFlush
      title={t('categories.title')}
      aside={<NewButton text={t('categories.new')} onClick={() => onEdit()} />}
    >
      <Show query={categories} empty={<Nothing title={t('categories.none')} />}>
        {rows => {
          const paths = pathsOf(rows);
          const sorted = rows.toSorted((one, other) =>
            (paths.get(one.id) ?? '').localeCompare(paths.get(other.id) ?? ''),
          );
          const name: Column<Category> = {
            head: t('list.name'),
            cell: one => <NameCell name={paths.get(one.id) ?? one.name} about={[one.slug]} />,
          };
          return (
            <DataTable
              label={t('categories.title')}
              rows={sorted}
              columns={[name, ...columns]}
              keyOf={one => one.id}
            />
          );
        }}
      </Show>
    </Panel>
  );
}

function BrandList({ onEdit }: { onEdit: (brand?: Brand) => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const brands = useQuery({
    queryKey: ['brands'],
    queryFn: () =>
      all(cursor => api.GET('/brands/', { params: { query: { cursor, limit: 200 } } })),
  });
  const columns = useRowColumns<Brand>(onEdit, ({ id }) =>
    answer(api.DELETE('/brands/{id}/', { params: { path: { id } } })),
  );
  const name: Column<Brand> = {
    head: t('list.name'),
    cell: one => <NameCell name={one.name} about={[one.slug]} />,
  };
  return (
    <Panel
      isFlush
      title={t('brands.title')}
      aside={<NewButton text={t('brands.new')} onClick={() => onEdit()} />}
    >
      <Show query={brands} empty={<Nothing title={t('brands.none')} />}>
        {rows => (
          <DataTable
            label={t('brands.title')}
            rows={rows}
            columns={[name, ...columns]}
            keyOf={one => one.id}
          />
        )}
      </Show>
    </Panel>
  );
}

const Nothing = ({ title }: { title: string }): ReactNode => (
  <Empty icon={<IconCategory size={28} />} title={title} />
);
