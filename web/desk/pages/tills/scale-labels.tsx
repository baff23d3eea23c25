import { Button, Group, Text } from '@mantine/core';
import { IconBarcode, IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ScaleLabel } from '../../types.js';
import { shownCode } from './label-code.js';
import { ScaleLabelForm } from './scale-label-form.js';

/** How the tills read the barcodes that scales print. */
export function ScaleLabels(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [edited, setEdited] = useState<ScaleLabel | 'new'>();
  const pages = usePages(['scale-labels', store?.code], cursor =>
    api.GET('/barcode-patterns/', {
      params: { query: { store: store?.code, etags: true, cursor } },
    }),
  );
  return (
    <Panel
      isFlush
      title={t('scaleLabels.title')}
      aside={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setEdited('new')}>
          {t('scaleLabels.new')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" px="md" pb="md">
        {t('scaleLabels.text')}
      </Text>
      <PagedTable
        label={t('scaleLabels.title')}
        pages={pages}
        columns={useColumns(setEdited)}
        keyOf={label => label.id}
        empty={<Empty icon={<IconBarcode size={28} />} title={t('scaleLabels.none')} />}
      />
      {edited !== undefined && (
        <ScaleLabelForm
          label={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

function useColumns(onEdit: (label: ScaleLabel) => void): Column<ScaleLabel>[] {
  const t = useT();
  const { store, storeOf } = useDesk();
  const place: Column<ScaleLabel>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'sm', cell: label => storeOf(label.store)?.name ?? '—' }]
      : [];
  return [
    {
      head: t('scaleLabels.code'),
      cell: label => <strong>{shownCode(label)}</strong>,
    },
    ...place,
    {
      head: t('scaleLabels.value_kind'),
      from: 'xs',
      cell: label => t(`scaleLabels.kind.${label.value_kind}`),
    },
    {
      head: t('scaleLabels.decimals'),
      isFigure: true,
      from: 'md',
      cell: label => label.decimals,
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: label => <Actions label={label} onEdit={() => onEdit(label)} />,
    },
  ];
}

function Actions({ label, onEdit }: { label: ScaleLabel; onEdit: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const name = shownCode(label);
  const params = { path: { id: label.id } };
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('tills.edit')}: ${name}`}
        onClick={onEdit}
      >
        {t('tills.edit')}
      </Button>
      <DeleteButton
        name={name}
        text={t('scaleLabels.delete')}
        run={() => answer(api.DELETE('/barcode-patterns/{id}/', { params }))}
        changes={[['scale-labels']]}
      />
    </Group>
  );
}
