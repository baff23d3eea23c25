import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useDesk } from '../../state/desk.js';
import { differencesOf, type FormRecord, type RecordConflict } from '../../state/use-condition.js';
import { useT } from '../../texts/index.js';
import { listEntries } from './calls.js';
import { Changes } from './changes.js';
import { useEntryText } from './entry-text.js';

const SAME_VALUES = { known: 'conflict.sameWho', unknown: 'conflict.same' } as const;
const OTHER_VALUES = { known: 'conflict.who', unknown: 'conflict.text' } as const;

export type ConflictProps = RecordConflict & { onDiscard: () => void };

/** Says who changed the record while the form was open, and what. */
export function Conflict(props: ConflictProps): ReactNode {
  const { record, current, onKeep, isKeeping, keepError, onDiscard } = props;
  const t = useT();
  const differences = differencesOf(record, current);
  const changes = Object.fromEntries(
    differences.map(({ field, before, now }) => [field, { before, after: now }]),
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
        <Who record={record} isSame={differences.length === 0} />
        <Changes changes={changes} isWhole />
        {keepError !== null && <Failed error={keepError} />}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onDiscard}>
            {t('conflict.discard')}
          </Button>
          <Button size="xs" loading={isKeeping} onClick={onKeep}>
            {t('conflict.keep')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function Who(props: { record: FormRecord; isSame: boolean }): ReactNode {
  const { record, isSame } = props;
  const { type, id } = record;
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
  const said = entry && { name: text.actor(entry), time: format.time(entry.at) };
  const texts = isSame ? SAME_VALUES : OTHER_VALUES;
  return <Text size="sm">{said ? t(texts.known, said) : t(texts.unknown)}</Text>;
}
