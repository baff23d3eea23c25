import { Alert, Button, Text } from '@mantine/core';
import type { paths } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useI18n } from '../../../../shared/i18n/index.js';
import { fieldTexts } from '../../../../shared/i18n/refusals.js';
import { type Column, DataTable } from '../../../parts/data-table.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { NameCell } from '../../../parts/row.js';
import { Tag, useStatusText } from '../../../parts/tag.js';
import { useT } from '../../../texts/index.js';
import { CELLS, type CellName, type Reading } from './sheet.js';
import { HEADS } from './table.js';

export type Planned =
  paths['/products/bulk/']['post']['responses'][200]['content']['application/json'];
type Line = {
  key: string;
  sku: string;
  cell: CellName | 'row';
  before: unknown;
  after: unknown;
  error: string | undefined;
};

const SHOWN = 200;

/** The messages of a row by cell, in the reader's language. */
export function useErrorTexts(): (errors: Record<string, string[]>) => Record<string, string> {
  const { language } = useI18n();
  return fields => fieldTexts(language, { code: 'INVALID', message: '', fields });
}

/** Every cell that changes, before and after; cells that cannot change come first. */
export function Preview(props: {
  planned: Planned;
  reading: Reading;
  isBusy: boolean;
  error: unknown;
  onSave: () => void;
  onKeepMine: () => void;
  onClose: () => void;
}): ReactNode {
  const { planned, reading, isBusy, error, onSave, onKeepMine, onClose } = props;
  const t = useT();
  const lines = useLines(planned);
  const columns = useColumns(reading);
  const isChangedSince = planned.changes.some(change => change.is_changed_since);
  return (
    <FormDialog
      title={t('many.preview')}
      size="xl"
      isOpen
      onClose={onClose}
      submit={t('many.save')}
      isReady={planned.errors === 0 && planned.changed > 0}
      isBusy={isBusy}
      onSubmit={onSave}
      error={error}
    >
      <Text size="sm" role="status">
        {t('many.changed', { count: planned.changed })}{' '}
        {planned.errors > 0 && t('many.errors', { count: planned.errors })}
      </Text>
      {isChangedSince && (
        <Alert color="brass" variant="light" role="status">
          <Text size="sm" mb="xs">
            {t('many.changedSince')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onKeepMine}>
            {t('many.keepMine')}
          </Button>
        </Alert>
      )}
      <DataTable
        label={t('many.preview')}
        rows={lines.slice(0, SHOWN)}
        columns={columns}
        keyOf={({ key }) => key}
      />
      {lines.length > SHOWN && (
        <Text size="sm" c="dimmed" ta="center">
          {t('many.narrow', { shown: SHOWN, all: lines.length })}
        </Text>
      )}
    </FormDialog>
  );
}

function useLines({ changes }: Planned): Line[] {
  const textsOf = useErrorTexts();
  const lines = changes.flatMap(({ variant, sku, before, after, errors }) => {
    const texts = textsOf(errors);
    const cells = [...CELLS, 'row' as const].filter(cell => cell in after || cell in texts);
    return cells.map(cell => ({
      key: `${variant} ${cell}`,
      sku: sku ?? variant,
      cell,
      before: cell === 'row' ? undefined : before[cell],
      after: cell === 'row' ? undefined : after[cell],
      error: texts[cell],
    }));
  });
  const hasError = ({ error }: Line): boolean => error !== undefined;
  return [...lines.filter(hasError), ...lines.filter(line => !hasError(line))];
}

function useColumns({ comma }: Reading): Column<Line>[] {
  const t = useT();
  const statusText = useStatusText();
  const shown = (cell: Line['cell'], value: unknown): string => {
    if (value === undefined || value === null || value === '') return '—';
    if (Array.isArray(value)) return value.join(', ') || '—';
    if (cell === 'status') return statusText(String(value));
    const isAmount = cell === 'price' || cell === 'cost';
    return isAmount ? String(value).replace('.', comma) : String(value);
  };
  return [
    {
      head: t('products.sku'),
      cell: ({ sku, cell }) => (
        <NameCell name={sku} about={[cell === 'row' ? '' : t(HEADS[cell])]} />
      ),
    },
    { head: t('bulk.before'), from: 'xs', cell: ({ cell, before }) => shown(cell, before) },
    {
      head: t('bulk.after'),
      cell: ({ cell, after, error }) =>
        error === undefined ? <strong>{shown(cell, after)}</strong> : <Tag tone="bad">{error}</Tag>,
    },
  ];
}
