import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { CsvButtons, rawCsv } from '../../parts/csv-buttons.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { ProductFilters } from './calls.js';

export const PRODUCTS_FILE = 'products.csv';

/** CSV export of the products that the page shows, and import for those who change the chain. */
export function ProductCsv({ filters }: { filters: ProductFilters }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const upload = {
    send: (csv: string, dry_run: boolean) =>
      answer(api.POST('/products/import/', { params: { query: { dry_run } }, ...rawCsv(csv) })),
    texts: {
      title: t('setup.products.csv'),
      text: t('setup.products.csv.text'),
      dry: t('import.dry'),
    },
    changes: [['products'], ['product-lookups']],
  };
  if (!may('catalog.manage')) return null;
  return (
    <CsvButtons
      fileName={PRODUCTS_FILE}
      download={() => api.GET('/products/export/', { params: { query: filters }, parseAs: 'blob' })}
      upload={may('catalog.chain') ? upload : undefined}
    />
  );
}
