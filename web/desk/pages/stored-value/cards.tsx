import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { type AccountFilter, KINDS, STATES, type ValueAccount } from './calls.js';
import { Card } from './card.js';
import { CardSearch } from './card-search.js';
import { CardTable } from './card-table.js';
import { GiveForm } from './give-form.js';

const TYPING_MS = 300;

/** The cards of the store, or one of any store that was found by its code. */
export function Cards(): ReactNode {
  const t = useT();
  const [found, setFound] = useState<ValueAccount>();
  return (
    <>
      <CardSearch onFound={setFound} />
      {found === undefined ? (
        <CardList />
      ) : (
        <>
          <Group my="md">
            <Button variant="default" size="compact-sm" onClick={() => setFound(undefined)}>
              {t('value.list.all')}
            </Button>
          </Group>
          <Card key={found.id} found={found} />
        </>
      )}
    </>
  );
}

function CardList(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  const [isGiving, setGiving] = useState(false);
  const [kind, setKind] = useState<AccountFilter['kind']>();
  const [state, setState] = useState<AccountFilter['state']>();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const filter: AccountFilter = { kind, state, store: store?.id, ...(text !== '' && { q: text }) };
  return (
    <>
      <Group align="flex-end" gap="xs" my="md">
        <TextInput
          label={t('value.search')}
          placeholder={t('value.search.hint')}
          maxLength={100}
          style={{ flex: '1 1 220px', maxWidth: 340 }}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Select
          label={t('value.kind')}
          placeholder={t('value.all')}
          clearable
          clearButtonProps={{ 'aria-label': t('list.clear') }}
          style={{ flex: '1 1 140px', maxWidth: 200 }}
          data={KINDS.map(value => ({ value, label: t(`value.kind.${value}`) }))}
          value={kind ?? null}
          onChange={value => setKind((value as AccountFilter['kind']) ?? undefined)}
        />
        <Select
          label={t('list.status')}
          placeholder={t('value.all')}
          clearable
          clearButtonProps={{ 'aria-label': t('list.clear') }}
          style={{ flex: '1 1 140px', maxWidth: 200 }}
          data={STATES.map(value => ({ value, label: t(`value.status.${value}`) }))}
          value={state ?? null}
          onChange={value => setState((value as AccountFilter['state']) ?? undefined)}
        />
        <Button leftSection={<IconPlus size={16} />} onClick={() => setGiving(true)}>
          {t('value.give')}
        </Button>
      </Group>
      <Panel isFlush>
        <CardTable filter={filter} empty={t('value.list.none')} />
      </Panel>
      {isGiving && <GiveForm onClose={() => setGiving(false)} />}
    </>
  );
}
