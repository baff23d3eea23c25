import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { fieldTexts } from '../../../shared/i18n/refusals.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { LabelledValue } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import {
  type Import,
  isOver,
  type Kept,
  type ReportLine,
  readImport,
  undoImport,
} from './calls.js';

const POLL_MS = 700;

const isBusy = ({ status, undo }: Import): boolean =>
  !isOver(status) || (undo !== null && !isOver(undo.status));

/** Progress, result and undo of one import. `actions` follow when it is over. */
export function ImportReport(props: { id: string; actions?: (file: Import) => ReactNode }) {
  const { id, actions } = props;
  const api = useApi();
  const query = useQuery({
    queryKey: ['import', id],
    queryFn: async () => {
      const file = await readImport(api, id, { errors: true });
      return file.undo === null ? file : readImport(api, id, { kept: true });
    },
    refetchInterval: ({ state }) => (state.data && !isBusy(state.data) ? false : POLL_MS),
  });
  const isDone = query.data !== undefined && !isBusy(query.data);
  const queries = useQueryClient();
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: ['imports'] });
  }, [isDone, queries]);
  return (
    <Show query={query}>
      {file => (
        <Stack>
          <Summary file={file} />
          {file.notes.map(note => (
            <Alert key={note} color="yellow">
              {note}
            </Alert>
          ))}
          <Lines file={file} />
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
          ? t('import.result', { created, updated, unchanged, refused })
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
  return (
    <ConfirmButton
      label={t('imports.undo')}
      subject={file.file_name}
      title={t('imports.undo.title')}
      text={t('imports.undo.text')}
      run={() => undoImport(api, file.id)}
      changes={[['import', file.id], ['imports']]}
      done={t('imports.undo.started')}
      size="sm"
    />
  );
}

function Lines({ file }: { file: Import }): ReactNode {
  const t = useT();
  if (file.report.length === 0) return null;
  const title = file.undo === null ? t('imports.errors') : t('imports.kept');
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {file.report.map(line => (
        <Line key={line.row} line={line} isUndone={file.undo !== null} />
      ))}
    </Stack>
  );
}

function Line({ line, isUndone }: { line: ReportLine; isUndone: boolean }): ReactNode {
  const t = useT();
  const { language } = useI18n();
  const keptText = ({ key, reason, fields }: Kept): string =>
    `${key}: ${t(`imports.kept.${reason}`)}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`;
  const texts = isUndone
    ? (line.kept ?? []).map(keptText)
    : Object.entries(fieldTexts(language, { code: '', message: '', fields: line.errors })).map(
        ([column, text]) => `${column}: ${text}`,
      );
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {t('import.row', { row: line.row })} · {line.key} · {texts.join(' ')}
    </Text>
  );
}
