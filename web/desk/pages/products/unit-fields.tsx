import { Select, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { UNITS, type Unit } from '../../../../src/platform/quantity.js';
import { AmountField } from '../../parts/fields.js';
import { useT } from '../../texts/index.js';
import { CONTENT_UNITS, type ContentUnit } from './calls.js';
import type { VariantDraft } from './draft.js';

/** What the price is for, and what one piece contains. */
export function UnitFields(props: {
  variant: VariantDraft;
  write: (change: Partial<VariantDraft>) => void;
  errorOf: (field: string) => string | undefined;
}): ReactNode {
  const { variant, write, errorOf } = props;
  const t = useT();
  const { unit, content_amount, content_unit } = variant;
  const hasContent = unit === 'piece' || content_amount !== '' || content_unit !== null;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <Select
        label={t('products.unit')}
        description={t('products.unit.hint')}
        allowDeselect={false}
        data={UNITS.map(value => ({ value, label: t(`products.unit.${value}`) }))}
        value={unit}
        onChange={value => value !== null && write({ unit: value as Unit })}
        error={errorOf('unit')}
      />
      {hasContent && (
        <>
          <AmountField
            label={t('products.content')}
            description={t('products.content.hint')}
            decimalScale={3}
            fixedDecimalScale={false}
            max={999_999_999}
            value={content_amount}
            onChange={typed => write({ content_amount: typed })}
            error={errorOf('content_amount')}
          />
          <Select
            label={t('products.contentUnit')}
            description={t('products.contentUnit.hint')}
            clearable
            clearButtonProps={{ 'aria-label': t('list.clear') }}
            data={CONTENT_UNITS.map(value => ({ value, label: t(`products.unit.${value}`) }))}
            value={content_unit}
            onChange={value => write({ content_unit: value as ContentUnit | null })}
            error={errorOf('content_unit')}
          />
        </>
      )}
    </SimpleGrid>
  );
}
