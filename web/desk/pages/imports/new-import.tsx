import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed } from '../../../shared/components/states.js';
import { DropArea } from '../../parts/drop-area.js';
import { Panel } from '../../parts/page.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Import, sendFile } from './calls.js';
import { ImportReport } from './import-report.js';

/** A file is checked by a dry run first; then the same file is imported. */
export function NewImport(): ReactNode {
  const t = useT();
  const api = useApi();
  const [file, setFile] = useState<File>();
  const [store, setStore] = useState<string>();
  const send = useAction(
    (isDry: boolean) => {
      if (file === undefined) throw new Error('no file is chosen');
      return sendFile(api, file, { isDry, store });
    },
    { changes: [['imports']], quiet: true },
  );
  const another = (): void => {
    send.reset();
    setFile(undefined);
  };
  return (
    <Panel title={t('imports.new')}>
      {send.data === undefined ? (
        <Choice
          file={file}
          onFile={setFile}
          store={store}
          onStore={setStore}
          isBusy={send.isPending}
          onCheck={() => send.mutate(true)}
        />
      ) : (
        <ImportReport
          key={send.data.id}
          id={send.data.id}
          actions={done => (
            <Next
              done={done}
              isBusy={send.isPending}
              onAnother={another}
              onImport={() => send.mutate(false)}
            />
          )}
        />
      )}
      {send.error && <Failed error={send.error} />}
    </Panel>
  );
}

type ChoiceProps = {
  file: File | undefined;
  onFile: (file: File) => void;
  store: string | undefined;
  onStore: (code: string | undefined) => void;
  isBusy: boolean;
  onCheck: () => void;
};

function Choice({ file, onFile, store, onStore, isBusy, onCheck }: ChoiceProps): ReactNode {
  const t = useT();
  const { stores } = useDesk();
  return (
    <Stack>
      <DropArea onFiles={([dropped]) => dropped && onFile(dropped)}>
        <Group gap="sm" align="center">
          <FileButton accept=".csv,text/csv" onChange={chosen => chosen && onFile(chosen)}>
            {props => (
              <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={16} />}>
                {t('imports.choose')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c={file ? undefined : 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
            {file?.name ?? t('imports.drop')}
          </Text>
        </Group>
      </DropArea>
      {stores.length > 1 && (
        <StoreSelect
          label={t('imports.store')}
          description={t('imports.store.hint')}
          value={store ?? null}
          onPick={code => onStore(code ?? undefined)}
          allowDeselect
          clearable
          clearButtonProps={{ 'aria-label': t('imports.store.clear') }}
          maw={420}
        />
      )}
      <Group justify="flex-end">
        <Button disabled={file === undefined} loading={isBusy} onClick={onCheck}>
          {t('imports.check')}
        </Button>
      </Group>
    </Stack>
  );
}

function Next(props: {
  done: Import;
  isBusy: boolean;
  onAnother: () => void;
  onImport: () => void;
}): ReactNode {
  const t = useT();
  const { done, isBusy, onAnother, onImport } = props;
  const isReady = done.dry_run && done.status === 'completed' && done.rows > done.refused;
  return (
    <>
      <Button variant="default" onClick={onAnother}>
        {t('import.another')}
      </Button>
      {isReady && (
        <Button loading={isBusy} onClick={onImport}>
          {t('imports.apply')}
        </Button>
      )}
    </>
  );
}
