import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useDesk } from '../../state/desk.js';
import { differencesOf, type FormRecord } from '../../state/use-condition.js';
import { useT } from '../../texts/index.js';
import { listEntries } from './calls.js';
import { Changes } from './changes.js';
import { useEntryText } from './entry-text.js';

export type ConflictProps = {
  record: FormRecord;
  current: object;
  onKeep: () => void;
  onDiscard: () => void;
};

/** Says who changed the record while the form was open, and what. */
export function Conflict({ record, current, onKeep, onDiscard }: ConflictProps): ReactNode {
  const t = useT();
  const changes = Object.fromEntries(
    differencesOf(record, current).map(({ field, before, now }) => [field, { before, after: now }]),
  );
  return (
    <Alert
      variant="light"
      color="brass"
      icon={<IconUsers />}
      title={t('conflict.title')}
      role="alert"
    >
      <Stack gap="sm">
        <Who record={record} />
        <Changes changes={changes} isWhole />
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onDiscard}>
            {t('conflict.discard')}
          </Button>
          <Button size="xs" onClick={onKeep}>
            {t('conflict.keep')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Who({ record: { type, id } }: { record: FormRecord }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const text = useEntryText();
  const { may } = useDesk();
  const last = useQuery({
    queryKey: ['history', type, id, 'last'],
    queryFn: () => answer(listEntries(api, { record: `${type}/${id}` }, undefined, 1)),
    enabled: may('audit.read'),
    staleTime: 0,
  });
  const entry = last.data?.[0];
  return (
    <Text size="sm">
      {entry === undefined
        ? t('conflict.text')
        : t('conflict.who', { name: text.actor(entry), time: format.time(entry.at) })}
    </Text>
  );
}
