import { Drawer, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { History } from '../../parts/history/index.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { type ListedImport, listImports } from './calls.js';
import { useImportName } from './import-name.js';
import { ImportReport } from './import-report.js';
import { NewImport } from './new-import.js';

export default function Imports(): ReactNode {
  const t = useT();
  const api = useApi();
  const [opened, setOpened] = useState<ListedImport>();
  const columns = useColumns();
  const nameOf = useImportName();
  const pages = usePages(['imports'], cursor => listImports(api, cursor));
  return (
    <Page title={t('nav.imports')} text={t('imports.text')}>
      <NewImport />
      <Panel title={t('imports.past')} isFlush>
        <PagedTable
          label={t('imports.past')}
          pages={pages}
          columns={columns}
          keyOf={file => file.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={<Empty icon={<IconFileSpreadsheet size={28} />} title={t('imports.none')} />}
        />
      </Panel>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="lg"
        title={opened && nameOf(opened)}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {opened && (
          <Stack>
            <ImportReport key={opened.id} id={opened.id} />
            <History type="imports" id={opened.id} />
          </Stack>
        )}
      </Drawer>
    </Page>
  );
}

function useColumns(): Column<ListedImport>[] {
  const t = useT();
  const format = useFormat();
  const nameOf = useImportName();
  return [
    { head: t('import.file'), cell: nameOf },
    { head: t('imports.kind'), from: 'sm', cell: file => t(`imports.kind.${file.kind}`) },
    { head: t('imports.at'), from: 'md', cell: file => format.dateTime(file.created_at) },
    {
      head: t('list.status'),
      cell: file =>
        file.undo_status === null ? (
          <StatusTag status={file.status} />
        ) : (
          <Tag>{t('imports.isUndone')}</Tag>
        ),
    },
    {
      head: t('imports.changed'),
      from: 'sm',
      isFigure: true,
      cell: file => (file.dry_run ? t('imports.dry') : file.created + file.updated),
    },
    { head: t('imports.refused'), from: 'xs', isFigure: true, cell: file => file.refused },
  ];
}
