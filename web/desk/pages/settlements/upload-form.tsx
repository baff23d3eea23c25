import { FileInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { PROCESSORS, type ProcessorType } from '../../processors.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Settlement } from '../../types.js';

type Sent = { file: File; processor: ProcessorType; currency: string };

export function UploadForm(props: {
  onClose: () => void;
  onStored: (settlement: Settlement) => void;
}): ReactNode {
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [processor, setProcessor] = useState<ProcessorType>('primary');
  const [currency, setCurrency] = useState('');
  const upload = useUpload(props);
  const wrongLines = linesIn(upload.error);
  return (
    <FormDialog
      title={t('settlements.upload.title')}
      isOpen
      onClose={props.onClose}
      submit={t('settlements.upload')}
      onSubmit={() => file && upload.mutate({ file, processor, currency })}
      isReady={file !== null}
      isBusy={upload.isPending}
      error={upload.error}
    >
      <Text size="sm">{t('settlements.upload.text')}</Text>
      <Select
        label={t('settlements.processor')}
        allowDeselect={false}
        value={processor}
        onChange={value => setProcessor(value as ProcessorType)}
        data={PROCESSORS}
      />
      <FileInput
        label={t('settlements.file')}
        accept=".csv,text/csv"
        value={file}
        onChange={setFile}
        placeholder="payout.csv"
      />
      <TextInput
        label={t('settlements.currency')}
        placeholder="USD"
        maxLength={3}
        value={currency}
        onChange={event => setCurrency(event.currentTarget.value)}
      />
      {wrongLines.length > 0 && (
        <Stack gap={2} role="alert">
          {wrongLines.map(({ line, column }) => (
            <Text key={`${line}${column}`} size="sm">
              {t('settlements.wrongLine', { line, column })}
            </Text>
          ))}
        </Stack>
      )}
    </FormDialog>
  );
}

function useUpload(props: { onClose: () => void; onStored: (settlement: Settlement) => void }) {
  const t = useT();
  const api = useApi();
  return useAction(
    async ({ file, processor, currency }: Sent) => {
      const { data, response } = await api.POST('/payments/settlements/', {
        params: {
          query: {
            processor,
            file_name: file.name,
            ...(currency.trim() !== '' && { currency: currency.trim() }),
          },
        },
        headers: { 'Content-Type': 'text/csv' },
        // The route takes the raw file; the OpenAPI types cannot describe that body.
        ...({ body: await file.text(), bodySerializer: (text: string) => text } as object),
      });
      return { settlement: data as Settlement, isKnown: response.status === 200 };
    },
    {
      changes: [['settlements']],
      quiet: true,
      done: ({ isKnown }) => t(isKnown ? 'settlements.known' : 'settlements.stored'),
      onDone: ({ settlement }) => {
        props.onClose();
        props.onStored(settlement);
      },
    },
  );
}

type WrongLine = { line: number; column: string };
const MAX_SHOWN = 10;

/** The malformed lines of a refused file. */
function linesIn(error: unknown): WrongLine[] {
  if (!(error instanceof ApiError)) return [];
  const { errors } = error.details;
  return Array.isArray(errors) ? (errors as WrongLine[]).slice(0, MAX_SHOWN) : [];
}
