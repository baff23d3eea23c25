import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { CsvButtons, rawCsv } from '../../parts/csv-buttons.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

/** CSV export of the prices of one list or of all, and import for those who set prices. */
export function PriceCsv({ list }: { list?: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const upload = {
    send: (csv: string, dry_run: boolean) =>
      answer(api.POST('/prices/import/', { params: { query: { dry_run } }, ...rawCsv(csv) })),
    texts: {
      title: t('prices.import.title'),
      text: t('prices.import.text'),
      dry: t('prices.import.dry'),
    },
    changes: [['prices'], ['gaps']],
  };
  return (
    <CsvButtons
      fileName="prices.csv"
      download={() =>
        api.GET('/prices/export/', { params: { query: { price_list: list } }, parseAs: 'blob' })
      }
      upload={may('catalog.chain') ? upload : undefined}
    />
  );
}
