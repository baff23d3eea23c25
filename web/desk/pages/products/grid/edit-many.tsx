import { Button, Center, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowLeft,
  IconSearch,
  IconShirt,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../../../shared/api/index.js';
import { Empty, Show } from '../../../../shared/components/states.js';
import { Page, Panel } from '../../../parts/page.js';
import { useDesk } from '../../../state/desk.js';
import { type Pages, usePages } from '../../../state/use-pages.js';
import { useT } from '../../../texts/index.js';
import type { ProductFilters } from '../calls.js';
import { Filters } from '../filters.js';
import { PriceTagsButton } from '../price-tags.js';
import { newPrice } from './new-price.js';
import { Preview } from './preview.js';
import { PriceDialog } from './price-dialog.js';
import { type Range, type Row, shownText, sorted, type Typed } from './sheet.js';
import { Table } from './table.js';
import { useSaving } from './use-saving.js';
import { type Sheet, useSheet } from './use-sheet.js';

const TYPING_MS = 250;
const START: Range = { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } };

/** A table of variants in which many cells are changed and saved together. */
export function EditMany(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const [filters, setFilters] = useState<ProductFilters>({});
  const [list, setList] = useState<string | null>(null);
  const query = { ...filters, q: q === '' ? undefined : q, price_list: list ?? undefined };
  const pages = usePages(['catalog-rows', query], cursor =>
    api.GET('/catalog-rows/', {
      params: { query: { ...query, cursor, limit: 50, ordering: 'name' } },
    }),
  );
  return (
    <Page
      title={t('many.title')}
      text={t('many.text')}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => go('/products')}
        >
          {t('products.all')}
        </Button>
      }
    >
      <Group gap="sm" align="flex-end">
        <TextInput
          type="search"
          flex="1 1 220px"
          maw={360}
          aria-label={t('products.search')}
          placeholder={t('products.search.hint')}
          leftSection={<IconSearch size={16} />}
          maxLength={100}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Filters filters={filters} onChange={setFilters} />
        <PriceListField value={list} onChange={setList} />
      </Group>
      {may('catalog.chain') ? (
        <Rows key={list} pages={pages} list={list} />
      ) : (
        <Text>{t('products.readOnly')}</Text>
      )}
    </Page>
  );
}

function PriceListField(props: {
  value: string | null;
  onChange: (id: string | null) => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const lists = useQuery({
    queryKey: ['price-lists', 'all'],
    queryFn: () => all(cursor => api.GET('/price-lists/', { params: { query: { cursor } } })),
  });
  return (
    <Select
      aria-label={t('many.list')}
      placeholder={t('many.ownPrice')}
      flex="1 1 150px"
      maw={220}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
      data={(lists.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={props.value}
      onChange={props.onChange}
    />
  );
}

function Rows({ pages, list }: { pages: Pages<Row>; list: string | null }): ReactNode {
  const t = useT();
  const rows = pages.data ?? [];
  const sheet = useSheet(rows);
  const saving = useSaving(sheet, rows, list, pages.refetch);
  const [range, setRange] = useState<Range>(START);
  return (
    <>
      <Toolbar rows={rows} sheet={sheet} range={range} saving={saving} />
      <Panel isFlush>
        <Show query={pages}>
          {() =>
            rows.length === 0 ? (
              <Empty icon={<IconShirt size={28} />} title={t('products.noneFound')} />
            ) : (
              <Table
                rows={rows}
                sheet={sheet}
                errors={saving.errors}
                range={inside(range, rows.length)}
                onRange={setRange}
              />
            )
          }
        </Show>
        {pages.hasMore && (
          <Center p="md">
            <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
              {t('list.more')}
            </Button>
          </Center>
        )}
      </Panel>
      <Text size="sm" c="dimmed">
        {t('many.keys')}
      </Text>
      {saving.planned !== undefined && (
        <Preview
          planned={saving.planned}
          reading={sheet.reading}
          isBusy={saving.isBusy}
          error={saving.error}
          onSave={saving.save}
          onKeepMine={saving.keepMine}
          onClose={saving.close}
        />
      )}
    </>
  );
}

/** A filter may leave fewer rows than were selected. */
const inside = ({ from, to }: Range, count: number): Range => {
  const last = Math.max(0, count - 1);
  return {
    from: { ...from, row: Math.min(from.row, last) },
    to: { ...to, row: Math.min(to.row, last) },
  };
};

function Toolbar(props: {
  rows: readonly Row[];
  sheet: Sheet;
  range: Range;
  saving: ReturnType<typeof useSaving>;
}): ReactNode {
  const { rows, sheet, range, saving } = props;
  const t = useT();
  const [isPricing, setPricing] = useState(false);
  const { from, to } = sorted(inside(range, rows.length));
  const selected = rows.slice(from.row, to.row + 1).map((row, index) => ({
    row,
    index: from.row + index,
  }));
  const count = Object.keys(sheet.edits).length;
  const archive = (): void =>
    sheet.type(
      selected.map(({ index }): Typed => ({ row: index, cell: 'status', text: 'archived' })),
    );
  return (
    <Group gap="xs">
      <Button variant="default" disabled={selected.length === 0} onClick={() => setPricing(true)}>
        {t('many.prices')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArchive size={16} />}
        disabled={selected.length === 0}
        onClick={archive}
      >
        {t('products.archive')}
      </Button>
      <PriceTagsButton
        items={selected.map(({ row }) => ({ id: row.variant, name: row.sku }))}
        chooses={false}
      />
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        disabled={!sheet.canUndo}
        onClick={sheet.undo}
      >
        {t('many.undo')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {t('many.selected', { count: selected.length })}
      </Text>
      <Button ms="auto" disabled={count === 0} loading={saving.isPlanning} onClick={saving.plan}>
        {t('many.previewOf', { count })}
      </Button>
      {isPricing && (
        <PriceDialog
          count={selected.length}
          currency={selected[0]?.row.currency ?? ''}
          onClose={() => setPricing(false)}
          onApply={terms => {
            sheet.type(
              selected.flatMap(({ row, index }): Typed[] => {
                const text = shownText(sheet.edits, row, 'price', sheet.reading);
                const amount = text.replace(sheet.reading.comma, '.');
                if (!/^\d+(\.\d+)?$/.test(amount)) return [];
                const price = newPrice(amount, row.currency, terms);
                return [
                  { row: index, cell: 'price', text: price.replace('.', sheet.reading.comma) },
                ];
              }),
            );
            setPricing(false);
          }}
        />
      )}
    </Group>
  );
}
