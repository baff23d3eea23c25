import { Button, Center, Group, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconSearch, IconShirt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../../../shared/api/index.js';
import { Empty, Show } from '../../../../shared/components/states.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Page, Panel } from '../../../parts/page.js';
import { useDesk } from '../../../state/desk.js';
import { useUnsaved } from '../../../state/unsaved.js';
import { type Pages, usePages } from '../../../state/use-pages.js';
import { useT } from '../../../texts/index.js';
import type { ProductFilters } from '../calls.js';
import { Filters } from '../filters.js';
import { MoreFilters, type MoreFilterValues } from '../more-filters.js';
import { MatchingDialog } from './matching-dialog.js';
import type { BulkBody } from './matching-preview.js';
import { Preview } from './preview.js';
import type { Range, Row } from './sheet.js';
import { Table } from './table.js';
import { Toolbar } from './toolbar.js';
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
  const [more, setMore] = useState<MoreFilterValues>({});
  const [list, setList] = useState<string | null>(null);
  const [next, setNext] = useState<{ list: string | null }>();
  const sheet = useSheet();
  const edited = Object.keys(sheet.edits).length;
  useUnsaved(edited > 0);
  const filter = { ...filters, ...more, q: q === '' ? undefined : q };
  const query = { ...filter, price_list: list ?? undefined };
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
        <MoreFilters filters={more} onChange={setMore} />
        <PriceListField
          value={list}
          onChange={id => (edited > 0 ? setNext({ list: id }) : setList(id))}
        />
      </Group>
      {may('catalog.chain') ? (
        <Rows key={list} pages={pages} list={list} sheet={sheet} filter={filter} />
      ) : (
        <Text>{t('products.readOnly')}</Text>
      )}
      <DropDialog
        isOpen={next !== undefined}
        count={edited}
        onClose={() => setNext(undefined)}
        onDrop={() => {
          sheet.clear();
          setList(next?.list ?? null);
        }}
      />
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

function Rows(props: {
  pages: Pages<Row>;
  list: string | null;
  sheet: Sheet;
  filter: BulkBody['filter'];
}): ReactNode {
  const { pages, list, sheet, filter } = props;
  const t = useT();
  const rows = pages.data ?? [];
  const saving = useSaving(sheet, list, pages.refetch);
  const [range, setRange] = useState<Range>(START);
  return (
    <>
      <Toolbar rows={rows} sheet={sheet} range={inside(range, rows.length)} saving={saving}>
        <MatchingButton filter={filter} list={list} currency={rows[0]?.currency ?? ''} />
      </Toolbar>
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

function MatchingButton(props: {
  filter: BulkBody['filter'];
  list: string | null;
  currency: string;
}): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('matching.open')}
      </Button>
      {isOpen && <MatchingDialog {...props} onClose={() => setOpen(false)} />}
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

/** Asks before another price list drops the edits. */
function DropDialog(props: {
  isOpen: boolean;
  count: number;
  onClose: () => void;
  onDrop: () => void;
}): ReactNode {
  const { isOpen, count, onClose, onDrop } = props;
  const t = useT();
  return (
    <FormDialog
      title={t('many.drop.title')}
      isOpen={isOpen}
      onClose={onClose}
      submit={t('many.drop')}
      isDestructive
      isBusy={false}
      onSubmit={() => {
        onDrop();
        onClose();
      }}
    >
      {t('many.drop.text', { count })}
    </FormDialog>
  );
}
