import { Button, Group, Modal, SegmentedControl, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useRef, useState } from 'react';
import type { PriceTerms } from '../../../../../src/domains/pricing/index.js';
import { useApi } from '../../../../shared/api/index.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { areReady, NO_TERMS, PriceTermsFields } from '../../../parts/price-terms.js';
import { useStatusText } from '../../../parts/tag.js';
import { useAction } from '../../../state/use-action.js';
import { useT } from '../../../texts/index.js';
import { ImportReport } from '../../imports/import-report.js';
import type { Status } from '../calls.js';
import { STATUSES } from '../calls.js';
import { type BulkBody, MatchingPreview } from './matching-preview.js';

type Draft = { what: 'price' | 'status'; terms: PriceTerms; status: Status };

const START: Draft = { what: 'price', terms: NO_TERMS, status: 'archived' };
const CHANGES = ['price', 'status'] as const;

type Props = {
  /** What the table shows. */
  filter: BulkBody['filter'];
  list: string | null;
  currency: string;
  onClose: () => void;
};

/** Changes all products that match the filter, also those that the table has not loaded. */
export function MatchingDialog(props: Props): ReactNode {
  const t = useT();
  const queries = useQueryClient();
  const [started, setStarted] = useState<string>();
  const close = (): void => {
    for (const key of ['catalog-rows', 'products', 'prices', 'imports']) {
      void queries.invalidateQueries({ queryKey: [key] });
    }
    props.onClose();
  };
  if (started === undefined) return <Terms {...props} onStarted={setStarted} />;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('matching.title')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <ImportReport
        id={started}
        actions={() => (
          <Button variant="default" onClick={close}>
            {t('app.close')}
          </Button>
        )}
      />
    </Modal>
  );
}

function Terms(props: Props & { onStarted: (id: string) => void }): ReactNode {
  const { filter, list, currency, onClose, onStarted } = props;
  const t = useT();
  const api = useApi();
  const [draft, setDraft] = useState(START);
  const key = useRef(newKey());
  const body = bodyOf(draft, filter, list);
  const preview = useAction(() => answer(api.POST('/bulk-changes/preview/', { body })), {
    changes: [],
    quiet: true,
  });
  const start = useAction(
    (expected: number) =>
      answer(api.POST('/bulk-changes/', { body: { ...body, expected }, ...once(key.current) })),
    { changes: [['imports']], onDone: ({ id }) => onStarted(id), quiet: true },
  );
  const change = (next: Partial<Draft>): void => {
    setDraft({ ...draft, ...next });
    key.current = newKey();
    preview.reset();
    start.reset();
  };
  const seen = preview.data;
  return (
    <FormDialog
      title={t('matching.title')}
      size="xl"
      isOpen
      onClose={onClose}
      submit={t('matching.apply')}
      isDestructive={draft.what === 'status' && draft.status === 'archived'}
      isReady={seen !== undefined && seen.examples.length > 0}
      isBusy={start.isPending}
      onSubmit={() => seen !== undefined && start.mutate(seen.matched)}
      error={preview.error ?? start.error}
    >
      <Fields draft={draft} currency={currency} onChange={change} />
      <Group>
        <Button
          variant="default"
          loading={preview.isPending}
          disabled={draft.what === 'price' && !areReady(draft.terms)}
          onClick={() => {
            key.current = newKey();
            start.reset();
            preview.mutate(undefined);
          }}
        >
          {t('bulk.preview')}
        </Button>
      </Group>
      {seen !== undefined && <MatchingPreview preview={seen} isOfPrices={draft.what === 'price'} />}
    </FormDialog>
  );
}

const bodyOf = (
  { what, terms: { value, ...terms }, status }: Draft,
  filter: BulkBody['filter'],
  list: string | null,
): BulkBody =>
  what === 'status'
    ? { filter, status }
    : { filter, price_list: list, price: { ...terms, value: String(value) } };

function Fields(props: {
  draft: Draft;
  currency: string;
  onChange: (change: Partial<Draft>) => void;
}): ReactNode {
  const { draft, currency, onChange } = props;
  const t = useT();
  const statusText = useStatusText();
  return (
    <>
      <SegmentedControl
        aria-label={t('matching.what')}
        data={CHANGES.map(value => ({ value, label: t(`matching.what.${value}`) }))}
        value={draft.what}
        onChange={value => onChange({ what: value === 'status' ? 'status' : 'price' })}
      />
      {draft.what === 'price' ? (
        <PriceTermsFields
          terms={draft.terms}
          currency={currency}
          onChange={change => onChange({ terms: { ...draft.terms, ...change } })}
        />
      ) : (
        <Select
          label={t('list.status')}
          allowDeselect={false}
          data={STATUSES.map(value => ({ value, label: statusText(value) }))}
          value={draft.status}
          onChange={value => onChange({ status: value as Status })}
        />
      )}
    </>
  );
}
