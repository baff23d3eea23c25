import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { CsvButtons, rawCsv } from '../../parts/csv-buttons.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';

/** CSV export of the levels that the page shows, and import. */
export function LevelCsv(props: {
  isLow: boolean;
  q: string;
  place: string | undefined;
}): ReactNode {
  const { isLow, q, place } = props;
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  return (
    <CsvButtons
      fileName="inventory-levels.csv"
      download={() =>
        api.GET('/inventory-levels/export/', {
          params: {
            query: {
              store: place ?? store?.code,
              low_stock: isLow || undefined,
              q: q || undefined,
            },
          },
          parseAs: 'blob',
        })
      }
      upload={{
        send: (csv, dry_run) =>
          answer(
            api.POST('/inventory-levels/import/', {
              params: { query: { dry_run } },
              ...rawCsv(csv),
            }),
          ),
        texts: { title: t('import.title'), text: t('import.text'), dry: t('import.dry') },
        changes: [['levels'], ['movements']],
      }}
    />
  );
}
