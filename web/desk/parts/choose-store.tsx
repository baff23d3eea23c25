import { Button, Center, TextInput } from '@mantine/core';
import { IconBuildingStore, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../shared/components/states.js';
import { useDesk } from '../state/desk.js';
import { useT } from '../texts/index.js';
import type { Store } from '../types.js';
import { type Column, DataTable } from './data-table.js';
import { Panel } from './page.js';

/** Up to so many stores, a page shows all of them at once. */
const MOST_AT_ONCE = 6;
const MOST_LISTED = 50;

/** The stores that a page shows: the selected one, or all if they are few; else undefined. */
export function useShownStores(): Store[] | undefined {
  const { store, stores } = useDesk();
  if (store !== undefined) return [store];
  return stores.length <= MOST_AT_ONCE ? stores : undefined;
}

/** Takes the place of a page that would show too many stores at once. */
export function ChooseStore(): ReactNode {
  const t = useT();
  const { stores, choose } = useDesk();
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(MOST_LISTED);
  const words = typed.trim().toLowerCase().split(/\s+/);
  const found = stores.filter(({ name, code, city }) => {
    const text = `${name} ${code} ${city}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  const columns: Column<Store>[] = [
    { head: t('list.name'), cell: ({ name }) => <strong>{name}</strong> },
    { head: t('newStore.code'), from: 'sm', cell: ({ code }) => code },
    { head: t('settings.city'), from: 'xs', cell: ({ city }) => city || '—' },
    { head: t('settings.currency'), from: 'md', cell: ({ currency }) => currency },
  ];
  return (
    <Panel isFlush title={t('store.chooseOne')}>
      <TextInput
        mx="md"
        mb="md"
        maw={420}
        aria-label={t('store.search')}
        placeholder={t('store.search')}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Empty icon={<IconBuildingStore size={28} />} title={t('store.none')} />
      ) : (
        <DataTable
          label={t('store.chooseOne')}
          rows={found.slice(0, most)}
          columns={columns}
          keyOf={({ id }) => id}
          onOpen={({ code }) => choose(code)}
        />
      )}
      {found.length > most && (
        <Center p="md">
          <Button variant="default" onClick={() => setMost(most + MOST_LISTED)}>
            {t('list.more')}
          </Button>
        </Center>
      )}
    </Panel>
  );
}
