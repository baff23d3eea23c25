import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmarks, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { ItemOf } from '../../types.js';

type View = ItemOf<'/saved-views/'>;
const PAGE = 'transactions';
const KEY = ['saved-views', PAGE];

/** Filters and columns under a name; each user has their own. */
export function ViewsButton(): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmarks size={16} />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('views.saved')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Views onDone={() => setOpen(false)} />
          <NewView />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Views({ onDone }: { onDone: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => answer(api.GET('/saved-views/', { params: { query: { page: PAGE } } })),
  });
  const none = (
    <Text size="sm" c="dimmed">
      {t('views.saved.none')}
    </Text>
  );
  return (
    <Show query={query} empty={none}>
      {views => (
        <Stack gap={4}>
          {views.map(view => (
            <ViewRow key={view.id} view={view} onDone={onDone} />
          ))}
        </Stack>
      )}
    </Show>
  );
}

function ViewRow({ view, onDone }: { view: View; onDone: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [, go] = useLocation();
  const remove = useAction(
    () => answer(api.DELETE('/saved-views/{id}/', { params: { path: { id: view.id } } })),
    { changes: [KEY], done: () => t('list.deleted', { name: view.name }) },
  );
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        variant="subtle"
        size="compact-sm"
        flex={1}
        justify="flex-start"
        title={view.name}
        onClick={() => {
          onDone();
          go(view.query === '' ? '/transactions' : `/transactions?${view.query}`);
        }}
      >
        {view.name}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${t('list.delete')}: ${view.name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

function NewView(): ReactNode {
  const t = useT();
  const api = useApi();
  const [params] = useSearchParams();
  const [name, setName] = useState('');
  const save = useAction(
    () => answer(api.POST('/saved-views/', { body: { page: PAGE, name, query: String(params) } })),
    {
      changes: [KEY],
      done: saved => t('views.saved.done', { name: saved.name }),
      onDone: () => setName(''),
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          size="sm"
          label={t('views.saved.name')}
          maxLength={60}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" disabled={name.trim() === ''} loading={save.isPending}>
          {t('app.save')}
        </Button>
      </Group>
    </form>
  );
}
