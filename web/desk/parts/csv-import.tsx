import { Button, FileInput, Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { useAction } from '../state/use-action.js';
import { useT } from '../texts/index.js';
import type { Import } from '../types.js';

const POLL_MS = 700;

export type CsvImport = {
  send: (csv: string, isDry: boolean) => Promise<Import>;
  texts: { title: string; text: string; dry: string };
  /** The queries to reload when the import is over. */
  changes: QueryKey[];
};

/** Uploads a file and shows what became of it. */
export function ImportForm({
  upload,
  fileName,
}: {
  upload: CsvImport;
  fileName: string;
}): ReactNode {
  const t = useT();
  const { texts, changes } = upload;
  const [file, setFile] = useState<File | null>(null);
  const [isDry, setDry] = useState(false);
  const send = useAction(async (chosen: File) => upload.send(await chosen.text(), isDry), {
    changes: [],
    quiet: true,
  });
  if (send.data !== undefined) {
    return <Running started={send.data} changes={changes} onAnother={() => send.reset()} />;
  }
  return (
    <Stack>
      <Text size="sm">{texts.text}</Text>
      <FileInput
        label={t('import.file')}
        accept=".csv,text/csv"
        value={file}
        onChange={setFile}
        placeholder={fileName}
      />
      <Switch
        label={texts.dry}
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
function Running(props: {
  started: Import;
  changes: QueryKey[];
  onAnother: () => void;
}): ReactNode {
  const t = useT();
  const now = useImport(props.started);
  const refresh = useAction(async () => undefined, { changes: props.changes });
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
            <RefusedRow key={line.row} line={line} />
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

function RefusedRow({ line }: { line: Import['report'][number] }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const texts = fieldTexts(language, { code: '', message: '', fields: line.errors });
  return (
    <Text size="sm">
      {t('import.row', { row: line.row })} · {line.key} · {Object.values(texts).join(' ')}
    </Text>
  );
}
