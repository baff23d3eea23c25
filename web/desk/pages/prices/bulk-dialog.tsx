import { Alert, Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { type Key, useT } from '../../texts/index.js';
import type { PriceList } from '../../types.js';
import { changeOf, pricesToChange, type Terms } from './bulk-changes.js';
import { BulkPreview, type PreviewRow } from './bulk-preview.js';

const PAGE = 200;
const MAX_PAGES = 50;
/** The most that one request changes. */
const MAX_CHANGES = 2_000;
const MAX_VALUE = 1_000_000;
const KINDS = ['percent', 'amount'] as const;

type Change = ReturnType<typeof changeOf>;
/** The changes as they are applied, and what a dry run said about them; or why there are none. */
type Preview =
  | { problem: Key }
  | { problem?: undefined; changes: Change[]; rows: PreviewRow[]; changed: number; errors: number };

/** Changes the prices of a list by a percentage or an amount, after a preview. */
export function BulkDialog({ list, onClose }: { list: PriceList; onClose: () => void }): ReactNode {
  const t = useT();
  const [terms, setTerms] = useState<Terms>({ kind: 'percent', value: '', prefix: '' });
  const preview = usePreview(list);
  const apply = useApply(onClose);
  const seen = preview.data?.problem === undefined ? preview.data : undefined;
  const change = (next: Partial<Terms>): void => {
    setTerms({ ...terms, ...next });
    preview.reset();
    apply.reset();
  };
  return (
    <FormDialog
      title={t('bulk.title', { name: list.code })}
      size="xl"
      isOpen
      onClose={onClose}
      submit={t('bulk.apply')}
      isReady={seen !== undefined && seen.errors === 0 && seen.changed > 0}
      isBusy={apply.isPending}
      onSubmit={() => seen !== undefined && apply.mutate(seen.changes)}
      error={preview.error ?? apply.error}
    >
      <TermsFields list={list} terms={terms} onChange={change} />
      <Group>
        <Button
          variant="default"
          loading={preview.isPending}
          disabled={!(Number(terms.value) !== 0 && Math.abs(Number(terms.value)) <= MAX_VALUE)}
          onClick={() => preview.mutate(terms)}
        >
          {t('bulk.preview')}
        </Button>
      </Group>
      {preview.data?.problem !== undefined && (
        <Alert color="brass" variant="light" role="status">
          {t(preview.data.problem)}
        </Alert>
      )}
      {seen !== undefined && <BulkPreview {...seen} />}
    </FormDialog>
  );
}

function TermsFields(props: {
  list: PriceList;
  terms: Terms;
  onChange: (change: Partial<Terms>) => void;
}): ReactNode {
  const { list, terms, onChange } = props;
  const t = useT();
  return (
    <>
      <SegmentedControl
        aria-label={t('bulk.kind')}
        data={KINDS.map(value => ({ value, label: t(`bulk.kind.${value}`) }))}
        value={terms.kind}
        onChange={value => onChange({ kind: value === 'amount' ? 'amount' : 'percent' })}
      />
      <Group grow align="flex-start">
        <AmountField
          label={t('bulk.value')}
          description={t('bulk.value.hint')}
          data-autofocus
          unit={terms.kind === 'percent' ? '%' : list.currency}
          allowNegative
          min={undefined}
          value={terms.value}
          onChange={value => onChange({ value })}
        />
        <TextInput
          label={t('bulk.prefix')}
          description={t('bulk.prefix.hint')}
          maxLength={100}
          value={terms.prefix}
          onChange={event => onChange({ prefix: event.currentTarget.value })}
        />
      </Group>
    </>
  );
}

function usePreview(list: PriceList) {
  const api = useApi();
  return useAction(
    async (terms: Terms): Promise<Preview> => {
      const prices = await all(
        cursor =>
          api.GET('/prices/', { params: { query: { price_list: list.id, cursor, limit: PAGE } } }),
        MAX_PAGES,
      );
      const chosen = pricesToChange(prices, terms, new Date());
      if (chosen.length === 0) return { problem: 'bulk.nothing' };
      const isTooMany = chosen.length > MAX_CHANGES || prices.length >= PAGE * MAX_PAGES;
      if (isTooMany) return { problem: 'bulk.tooMany' };
      const changes = chosen.map(price => changeOf(price, terms));
      const body = { changes, dry_run: true };
      const { changed, errors, ...result } = await answer(api.POST('/prices/bulk/', { body }));
      const rows = chosen.flatMap((price, index) => {
        const planned = result.changes[index];
        return planned === undefined ? [] : [{ price, planned }];
      });
      return { changes, rows, changed, errors };
    },
    { changes: [], quiet: true },
  );
}

/** Sends amounts, not percentages: a second attempt after a lost answer changes nothing more. */
function useApply(onClose: () => void) {
  const t = useT();
  const api = useApi();
  return useAction(
    (changes: Change[]) => answer(api.POST('/prices/bulk/', { body: { changes } })),
    {
      changes: [['prices']],
      done: ({ changed: count }) => t('bulk.done', { count }),
      onDone: onClose,
      quiet: true,
    },
  );
}
