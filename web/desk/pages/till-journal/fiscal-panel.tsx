import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { localDay } from '../../../../src/platform/local-day.js';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { saveFile } from '../../../shared/save-file.js';
import { Panel } from '../../parts/page.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const SIGNERS = ['off', 'software'] as const;
type Signer = (typeof SIGNERS)[number];

/** How the store signs what its tills record, and its receipts for a tax audit. */
export function FiscalPanel({ store }: { store: Store }): ReactNode {
  const t = useT();
  const api = useApi();
  const params = { path: { store: store.id } };
  const query = useQuery({
    queryKey: ['fiscal', store.id],
    queryFn: () => answer(api.GET('/stores/{store}/fiscal/', { params })),
  });
  const choose = useAction(
    (signer: Signer) => answer(api.PUT('/stores/{store}/fiscal/', { params, body: { signer } })),
    { changes: [['fiscal']], done: () => t('tillJournal.fiscal.saved') },
  );
  return (
    <Panel title={t('tillJournal.fiscal')}>
      <Show query={query}>
        {({ signer }) => (
          <Group justify="space-between" align="flex-end">
            <div>
              <Text size="sm" c="dimmed" mb={4}>
                {t('tillJournal.fiscal.text')}
              </Text>
              <SegmentedControl
                aria-label={t('tillJournal.fiscal')}
                value={signer}
                disabled={choose.isPending}
                onChange={value => choose.mutate(value as Signer)}
                data={SIGNERS.map(value => ({ value, label: t(`tillJournal.signer.${value}`) }))}
              />
            </div>
            <Download store={store} />
          </Group>
        )}
      </Show>
    </Panel>
  );
}

function Download({ store }: { store: Store }): ReactNode {
  const t = useT();
  const api = useApi();
  const [to, setTo] = useState(() => localDay(new Date(), store.time_zone));
  const [from, setFrom] = useState(() => `${to.slice(0, 8)}01`);
  const download = useAction(
    () =>
      saveFile(
        api.GET('/stores/{store}/fiscal/dsfinvk/', {
          params: { path: { store: store.id }, query: { from, to } },
          parseAs: 'blob',
        }),
        'dsfinvk.zip',
      ),
    { changes: [] },
  );
  const field = (label: string, value: string, onChange: (value: string) => void): ReactNode => (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => currentTarget.value !== '' && onChange(currentTarget.value)}
    />
  );
  return (
    <Group align="flex-end" gap="xs">
      {field(t('reports.from'), from, setFrom)}
      {field(t('reports.to'), to, setTo)}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {t('tillJournal.dsfinvk')}
      </Button>
    </Group>
  );
}
