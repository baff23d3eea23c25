import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { fieldTexts } from '../../../shared/i18n/refusals.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Import, type Kept, type ReportLine, saveErrors } from './calls.js';

type MorePages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): unknown;
};

/** The rows with errors, or after an undo the rows that it did not take back whole. */
export function ReportLines(props: {
  file: Import;
  lines: ReportLine[];
  more: MorePages;
}): ReactNode {
  const { file, lines, more } = props;
  const t = useT();
  if (lines.length === 0) return null;
  const title = file.undo === null ? t('imports.errors') : t('imports.kept');
  return (
    <Stack gap={4} component="section" aria-label={title}>
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {file.undo === null && <ErrorFile id={file.id} />}
      </Group>
      {lines.map(line => (
        <Line key={line.row} line={line} isUndone={file.undo !== null} />
      ))}
      <MoreRows query={more} />
    </Stack>
  );
}

/** Loads the next rows; a long list is loaded in parts. */
function MoreRows({ query }: { query: MorePages }): ReactNode {
  const t = useT();
  if (!query.hasNextPage) return null;
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {t('list.more')}
      </Button>
    </Group>
  );
}

function ErrorFile({ id }: { id: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const download = useAction(() => saveErrors(api, id), { changes: [] });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t('imports.errors.file')}
    </Button>
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
