import { Text } from '@mantine/core';
import type { paths } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useFormat } from '../../../../shared/i18n/format.js';
import { useI18n } from '../../../../shared/i18n/index.js';
import { fieldTexts } from '../../../../shared/i18n/refusals.js';
import { type Column, DataTable } from '../../../parts/data-table.js';
import { NameCell } from '../../../parts/row.js';
import { Tag, useStatusText } from '../../../parts/tag.js';
import { useT } from '../../../texts/index.js';
import type { BodyOf } from '../../../types.js';

export type BulkBody = BodyOf<paths['/bulk-changes/preview/']['post']>;
type Answer =
  paths['/bulk-changes/preview/']['post']['responses'][200]['content']['application/json'];
type Example = Answer['examples'][number] & { place: number };

/** How many match, and the first ones before and after. */
export function MatchingPreview(props: { preview: Answer; isOfPrices: boolean }): ReactNode {
  const { preview, isOfPrices } = props;
  const t = useT();
  const columns = useColumns();
  return (
    <>
      <Text size="sm" role="status">
        {t(isOfPrices ? 'matching.prices' : 'matching.products', { count: preview.matched })}{' '}
        {preview.examples.length === 0 ? t('matching.none') : t('matching.examples')}
      </Text>
      {preview.examples.length > 0 && (
        <DataTable
          label={t('bulk.preview')}
          rows={preview.examples.map((example, place) => ({ ...example, place }))}
          columns={columns}
          keyOf={({ place }) => String(place)}
        />
      )}
    </>
  );
}

function useColumns(): Column<Example>[] {
  const t = useT();
  const format = useFormat();
  const { language } = useI18n();
  const statusText = useStatusText();
  const shown = (value: string, { currency }: Example): string =>
    currency === null ? statusText(value) : format.money(value, currency);
  const errorText = (message: string): string =>
    fieldTexts(language, { code: 'INVALID', message, fields: { price: [message] } }).price ??
    message;
  return [
    { head: t('stock.item'), cell: ({ key, name }) => <NameCell name={name} about={[key]} /> },
    { head: t('bulk.before'), from: 'xs', isFigure: true, cell: one => shown(one.before, one) },
    {
      head: t('bulk.after'),
      isFigure: true,
      cell: one =>
        one.error === null ? (
          <strong>{shown(one.after, one)}</strong>
        ) : (
          <Tag tone="bad">{errorText(one.error)}</Tag>
        ),
    },
  ];
}
