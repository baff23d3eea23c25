import { Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPackage, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../../shared/components/states.js';
import { descriptionOf } from '../../../shared/description.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { FilterPill } from '../../parts/filter-pill.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useUrlFilters } from '../../state/use-url-filters.js';
import { useT } from '../../texts/index.js';
import type { Level } from '../../types.js';
import { LevelCsv } from './csv.js';
import { LevelDrawer } from './level-drawer.js';
import { useQuantity } from './unit.js';
import { useLevels } from './use-levels.js';

const TYPING_MS = 150;

export default function Inventory(): ReactNode {
  const t = useT();
  // A report links to the stock of one article, in another store than the selected one if need be.
  const { values, set } = useUrlFilters(['low', 'search', 'store']);
  const isLow = values.low === '1';
  const setLow = (low: boolean): void => set({ low: low ? '1' : null });
  const [text, setText] = useState(values.search ?? '');
  const [q] = useDebouncedValue(text.trim(), TYPING_MS);
  const [opened, setOpened] = useState<Level>();
  const levels = useLevels(isLow, q, values.store);
  const columns = useColumns();
  return (
    <Page
      title={t('nav.inventory')}
      actions={
        <Toolbar
          isLow={isLow}
          onLow={setLow}
          text={text}
          onText={setText}
          q={q}
          place={values.store}
        />
      }
    >
      {values.store !== undefined && (
        <StorePill code={values.store} onRemove={() => set({ store: null })} />
      )}
      <Panel isFlush>
        <PagedTable
          label={t('nav.inventory')}
          pages={levels}
          columns={columns}
          keyOf={level => level.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={
            <Empty
              icon={<IconPackage size={28} />}
              title={isLow && q === '' ? t('dashboard.low.none') : t('stock.none')}
              text={t('stock.none.text')}
            />
          }
        />
      </Panel>
      <LevelDrawer
        level={levels.data?.find(level => level.id === opened?.id) ?? opened}
        onClose={() => setOpened(undefined)}
      />
    </Page>
  );
}

function StorePill({ code, onRemove }: { code: string; onRemove: () => void }): ReactNode {
  const t = useT();
  const { stores } = useDesk();
  const name = stores.find(store => store.code === code)?.name ?? code;
  return (
    <Group>
      <FilterPill name={t('store.one')} onRemove={onRemove}>
        {`${t('store.one')}: ${name}`}
      </FilterPill>
    </Group>
  );
}

function Toolbar(props: {
  isLow: boolean;
  onLow: (isLow: boolean) => void;
  text: string;
  onText: (text: string) => void;
  q: string;
  place: string | undefined;
}): ReactNode {
  const { isLow, onLow, text, onText, q, place } = props;
  const t = useT();
  const { may } = useDesk();
  return (
    <Group gap="md">
      <Switch
        label={t('stock.lowOnly')}
        checked={isLow}
        onChange={event => onLow(event.currentTarget.checked)}
      />
      <TextInput
        w={240}
        aria-label={t('stock.search')}
        placeholder={t('products.search.hint')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        value={text}
        onChange={event => onText(event.currentTarget.value)}
      />
      {may('stock.adjust') && <LevelCsv isLow={isLow} q={q} place={place} />}
    </Group>
  );
}

function useColumns(): Column<Level>[] {
  const t = useT();
  const quantity = useQuantity();
  const { store, storeOf } = useDesk();
  const place: Column<Level>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'sm', cell: level => storeOf(level.store)?.name ?? '' }]
      : [];
  return [
    { head: t('stock.item'), cell: descriptionOf },
    { head: t('stock.sku'), from: 'sm', cell: level => level.sku },
    ...place,
    { head: t('stock.onHand'), isFigure: true, cell: level => quantity(level.on_hand, level) },
    {
      head: t('stock.reserved'),
      isFigure: true,
      from: 'md',
      cell: level => quantity(level.reserved, level),
    },
    { head: t('stock.available'), isFigure: true, cell: level => quantity(level.available, level) },
    {
      head: t('stock.reorder'),
      isFigure: true,
      from: 'md',
      cell: level => quantity(level.reorder_point, level),
    },
    {
      head: t('list.status'),
      from: 'xs',
      cell: level => level.is_low && <Tag tone="warn">{t('stock.low')}</Tag>,
    },
  ];
}
