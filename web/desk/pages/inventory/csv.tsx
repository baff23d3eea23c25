import { Button, FileInput, Group, Modal, Progress, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { saveFile } from '../../parts/save-file.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Import } from '../../types.js';

const POLL_MS = 700;

/** CSV export of the levels that the page shows, and import. */
export function CsvButtons({ isLow }: { isLow: boolean }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const download = useAction(
    async () => {
      const { data, response } = await api.GET('/inventory-levels/export/', {
        params: { query: { store: store?.code, low_stock: isLow || undefined } },
        parseAs: 'blob',
      });
      saveFile(data as unknown as Blob, response, 'inventory-levels.csv');
    },
    { changes: [] },
  );
  return (
    <Group gap="xs">
      <Button
        variant="default"
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {t('export.open')}
      </Button>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('import.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('import.title')}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <ImportForm />
      </Modal>
    </Group>
  );
}

function ImportForm(): ReactNode {
  const t = useT();
  const api = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [isDry, setDry] = useState(false);
  const send = useAction(
    async (chosen: File) =>
      answer(
        api.POST('/inventory-levels/import/', {
          params: { query: { dry_run: isDry } },
          headers: { 'Content-Type': 'text/csv' },
          // The route takes the raw file; the OpenAPI types cannot describe that body.
          ...({ body: await chosen.text(), bodySerializer: (text: string) => text } as object),
        }),
      ),
    { changes: [], quiet: true },
  );
  if (send.data !== undefined) {
    return <Running started={send.data} onAnother={() => send.reset()} />;
  }
  return (
    <Stack>
      <Text size="sm">{t('import.text')}</Text>
      <FileInput
        label={t('import.file')}
        accept=".csv,text/csv"
        value={file}
        onChange={setFile}
        placeholder="inventory-levels.csv"
      />
      <Switch
        label={t('import.dry')}
        checked={isDry}
        onChange={event => setDry(event.currentTarget.checked)}
      />
      {send.error && <Failed error={send.error} />}
      <Group justify="flex-end">
        <Button
          disabled={file === null}
          loading={send.isPending}
          onClick={() => file && send.mutate(file)}
        >
          {t('import.submit')}
        </Button>
      </Group>
    </Stack>
  );
}

const isOver = ({ status }: Import): boolean => status === 'completed' || status === 'failed';

function useImport(started: Import): Import {
  const api = useApi();
  const query = useQuery({
    queryKey: ['import', started.id],
    queryFn: () =>
      answer(
        api.GET('/imports/{id}/', {
          params: { path: { id: started.id }, query: { action: 'refused', limit: 50 } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS),
  });
  return query.data ?? started;
}

/** Progress and result of an import. */
function Running(props: { started: Import; onAnother: () => void }): ReactNode {
  const t = useT();
  const now = useImport(props.started);
  const refresh = useAction(async () => undefined, { changes: [['levels'], ['movements']] });
  const isDone = isOver(now);
  const { mutate } = refresh;
  useEffect(() => {
    if (isDone) mutate(undefined);
  }, [isDone, mutate]);
  const { created, updated, unchanged, refused } = now;
  return (
    <Stack>
      <Progress
        value={now.status === 'completed' ? 100 : now.progress}
        animated={!isDone}
        color={now.status === 'failed' ? 'red' : 'pine'}
        aria-label={t('import.progress')}
      />
      <Text size="sm" role="status">
        {isDone
          ? t('import.result', { created, updated, unchanged, refused })
          : t('import.running', { percent: now.progress })}
      </Text>
      {now.status === 'failed' && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('import.failed', { reason: now.error ?? '' })}
        </Text>
      )}
      {isDone && now.dry_run && <Text size="sm">{t('import.wasDry')}</Text>}
      {now.report.length > 0 && (
        <Stack gap={4} aria-label={t('import.refused')}>
          {now.report.map(line => (
            <Text key={line.row} size="sm">
              {t('import.row', { row: line.row })} · {line.key} ·{' '}
              {Object.values(line.errors).flat().join(' ')}
            </Text>
          ))}
        </Stack>
      )}
      {isDone && (
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onAnother}>
            {t('import.another')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
