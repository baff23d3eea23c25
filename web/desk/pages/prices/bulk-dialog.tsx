import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { areReady, NO_TERMS, PriceTermsFields } from '../../parts/price-terms.js';
import { useAction } from '../../state/use-action.js';
import { type Key, useT } from '../../texts/index.js';
import type { PriceList } from '../../types.js';
import { useLookups } from '../products/use-lookups.js';
import { BulkChanged, changedRows } from './bulk-changed.js';
import { changeOf, pricesToChange, type Terms } from './bulk-changes.js';
import { BulkPreview, type PreviewRow } from './bulk-preview.js';

const PAGE = 200;
const MAX_PAGES = 50;
/** The most that one request changes. */
const MAX_CHANGES = 2_000;

/** Which prices change, and how. */
type Draft = Terms & { category?: string; brand?: string };
type Change = ReturnType<typeof changeOf>;
/** The changes as they are applied, and what a dry run said about them; or why there are none. */
type Preview =
  | { problem: Key }
  | { problem?: undefined; changes: Change[]; rows: PreviewRow[]; changed: number; errors: number };

/** Changes the prices of a list by a percentage or an amount, after a preview. */
export function BulkDialog({ list, onClose }: { list: PriceList; onClose: () => void }): ReactNode {
  const t = useT();
  const [terms, setTerms] = useState<Draft>({ ...NO_TERMS, prefix: '' });
  const preview = usePreview(list);
  const apply = useApply(onClose);
  const seen = preview.data?.problem === undefined ? preview.data : undefined;
  const stale = changedRows(apply.error, seen?.rows.map(({ price }) => price) ?? []);
  const change = (next: Partial<Draft>): void => {
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
      isReady={seen !== undefined && seen.errors === 0 && seen.changed > 0 && stale.length === 0}
      isBusy={apply.isPending}
      onSubmit={() => seen !== undefined && apply.mutate(seen.changes)}
      error={preview.error ?? (stale.length === 0 ? apply.error : undefined)}
    >
      <TermsFields list={list} terms={terms} onChange={change} />
      <Group>
        <Button
          variant="default"
          loading={preview.isPending}
          disabled={!areReady(terms)}
          onClick={() => {
            apply.reset();
            preview.mutate(terms);
          }}
        >
          {t('bulk.preview')}
        </Button>
      </Group>
      {preview.data?.problem !== undefined && (
        <Alert color="brass" variant="light" role="status">
          {t(preview.data.problem)}
        </Alert>
      )}
      {stale.length > 0 && <BulkChanged rows={stale} />}
      {seen !== undefined && stale.length === 0 && <BulkPreview {...seen} />}
    </FormDialog>
  );
}

function TermsFields(props: {
  list: PriceList;
  terms: Draft;
  onChange: (change: Partial<Draft>) => void;
}): ReactNode {
  const { list, terms, onChange } = props;
  const t = useT();
  const lookups = useLookups();
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('list.clear') } };
  return (
    <>
      <PriceTermsFields terms={terms} currency={list.currency} onChange={onChange} />
      <Group grow align="flex-start">
        <TextInput
          label={t('bulk.prefix')}
          description={t('bulk.prefix.hint')}
          maxLength={100}
          value={terms.prefix}
          onChange={event => onChange({ prefix: event.currentTarget.value })}
        />
        <Select
          label={t('products.category')}
          description={t('bulk.some.hint')}
          placeholder={t('products.anyCategory')}
          searchable
          {...clear}
          data={lookups.data?.categories ?? []}
          value={terms.category ?? null}
          onChange={value => onChange({ category: value ?? undefined })}
        />
        <Select
          label={t('products.brand')}
          description={t('bulk.some.hint')}
          placeholder={t('products.anyBrand')}
          searchable
          {...clear}
          data={lookups.data?.brands ?? []}
          value={terms.brand ?? null}
          onChange={value => onChange({ brand: value ?? undefined })}
        />
      </Group>
    </>
  );
}

function usePreview(list: PriceList) {
  const api = useApi();
  return useAction(
    async ({ category, brand, ...terms }: Draft): Promise<Preview> => {
      const query = { price_list: list.id, category, brand, limit: PAGE };
      const prices = await all(
        cursor => api.GET('/prices/', { params: { query: { ...query, cursor } } }),
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

/**
 * Sends the amounts of the preview and those that they replace: a second attempt after a lost answer
 * changes nothing more, and a price that somebody changed meanwhile is not overwritten.
 */
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
