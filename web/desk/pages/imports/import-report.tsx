import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { LabelledValue } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { type Import, isOver, type ReportCursor, readReport, undoImport } from './calls.js';
import { ReportLines } from './report-lines.js';

const POLL_MS = 700;

const isBusy = ({ status, undo }: Import): boolean =>
  !isOver(status) || (undo !== null && !isOver(undo.status));

/** Progress, result and undo of one import. `actions` follow when it is over. */
export function ImportReport(props: { id: string; actions?: (file: Import) => ReactNode }) {
  const { id, actions } = props;
  const api = useApi();
  const query = useInfiniteQuery({
    queryKey: ['import', id],
    queryFn: ({ pageParam }) => readReport(api, id, pageParam),
    initialPageParam: undefined as ReportCursor | undefined,
    getNextPageParam: last => last.next,
    refetchInterval: ({ state }) => {
      const [first] = state.data?.pages ?? [];
      return first !== undefined && !isBusy(first.file) ? false : POLL_MS;
    },
  });
  const [first] = query.data?.pages ?? [];
  const isDone = first !== undefined && !isBusy(first.file);
  const queries = useQueryClient();
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['imports'] });
  }, [isDone, queries]);
  return (
    <Show query={{ ...query, data: first?.file }}>
      {file => (
        <Stack>
          <Summary file={file} />
          {file.notes.map(note => (
            <Alert key={note} color="yellow">
              {note}
            </Alert>
          ))}
          <ReportLines
            file={file}
            lines={query.data?.pages.flatMap(page => page.file.report) ?? []}
            more={query}
          />
          {isOver(file.status) && (
            <Group justify="flex-end">
              <UndoButton file={file} />
              {actions?.(file)}
            </Group>
          )}
        </Stack>
      )}
    </Show>
  );
}

function Summary({ file }: { file: Import }): ReactNode {
  const t = useT();
  const { created, updated, unchanged, refused, pictures, undo } = file;
  const isDone = isOver(file.status);
  return (
    <Stack gap="xs">
      <LabelledValue label={t('imports.kind')}>{t(`imports.kind.${file.kind}`)}</LabelledValue>
      <Progress
        value={isDone ? 100 : file.progress}
        animated={!isDone}
        color={file.status === 'failed' ? 'red' : 'pine'}
        aria-label={t('import.progress')}
      />
      <Text size="sm" role="status">
        {isDone
          ? t(file.request === null ? 'import.result' : 'matching.result', {
              ...{ created, updated, unchanged, refused },
            })
          : t('imports.running', { percent: file.progress, rows: file.rows })}
      </Text>
      {pictures.total > 0 && <Text size="sm">{t('imports.pictures', pictures)}</Text>}
      {file.status === 'failed' && (
        <Alert color="red">{t('import.failed', { reason: file.error ?? '' })}</Alert>
      )}
      {isDone && file.dry_run && <Text size="sm">{t('import.wasDry')}</Text>}
      {undo !== null && (
        <Text size="sm" role="status">
          {isOver(undo.status)
            ? t('imports.undone', { rows: undo.rows, kept: undo.kept })
            : t('imports.undoing', { done: undo.undone, rows: undo.rows })}
        </Text>
      )}
    </Stack>
  );
}

function UndoButton({ file }: { file: Import }): ReactNode {
  const t = useT();
  const api = useApi();
  if (file.dry_run || file.undo !== null || file.created + file.updated === 0) return null;
  const isBulk = file.request !== null;
  return (
    <ConfirmButton
      label={t(isBulk ? 'matching.undo' : 'imports.undo')}
      subject={file.file_name}
      title={t(isBulk ? 'matching.undo.title' : 'imports.undo.title')}
      text={t(isBulk ? 'matching.undo.text' : 'imports.undo.text')}
      run={() => undoImport(api, file.id)}
      changes={[['import', file.id], ['imports']]}
      done={t(isBulk ? 'matching.undo.started' : 'imports.undo.started')}
      size="sm"
    />
  );
}
