import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../../shared/save-file.js';
import { useAction } from '../state/use-action.js';
import { useT } from '../texts/index.js';
import { type CsvImport, ImportForm } from './csv-import.js';

type Props = {
  fileName: string;
  download: () => Promise<{ data?: unknown; response: Response }>;
  /** Without it there is only the export. */
  upload?: CsvImport;
};

/** The body of a route that takes the raw file, which the OpenAPI types cannot describe. */
export const rawCsv = (body: string): object => ({
  headers: { 'Content-Type': 'text/csv' },
  body,
  bodySerializer: (text: string) => text,
});

/** CSV export of what the page shows, and import. */
export function CsvButtons({ fileName, download, upload }: Props): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const save = useAction(() => saveFile(download(), fileName), { changes: [] });
  return (
    <Group gap="xs">
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('export.open')}
      </Button>
      {upload && (
        <>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('import.open')}
          </Button>
          <Modal
            opened={isOpen}
            onClose={() => setOpen(false)}
            title={upload.texts.title}
            closeButtonProps={{ 'aria-label': t('app.close') }}
          >
            <ImportForm upload={upload} fileName={fileName} />
          </Modal>
        </>
      )}
    </Group>
  );
}
