import { Button, Group, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { newPrice } from '../../../../../src/domains/pricing/index.js';
import { useT } from '../../../texts/index.js';
import { PriceTagsButton } from '../price-tags.js';
import { PriceDialog } from './price-dialog.js';
import { hiddenEdits, type Range, type Row, shownText, sorted, type Typed } from './sheet.js';
import type { useSaving } from './use-saving.js';
import type { Sheet } from './use-sheet.js';

/** What can be done with the selected rows, and with all edits. */
export function Toolbar(props: {
  rows: readonly Row[];
  sheet: Sheet;
  range: Range;
  saving: ReturnType<typeof useSaving>;
  /** Buttons that do not depend on the selection. */
  children: ReactNode;
}): ReactNode {
  const { rows, sheet, range, saving, children } = props;
  const t = useT();
  const [isPricing, setPricing] = useState(false);
  const { from, to } = sorted(range);
  const selected = rows.slice(from.row, to.row + 1).map((row, index) => ({
    row,
    index: from.row + index,
  }));
  const count = Object.keys(sheet.edits).length;
  const hidden = hiddenEdits(sheet.edits, rows);
  const archive = (): void =>
    sheet.type(
      rows,
      selected.map(({ index }): Typed => ({ row: index, cell: 'status', text: 'archived' })),
    );
  return (
    <Group gap="xs">
      <Button variant="default" disabled={selected.length === 0} onClick={() => setPricing(true)}>
        {t('many.prices')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconArchive size={16} />}
        disabled={selected.length === 0}
        onClick={archive}
      >
        {t('products.archive')}
      </Button>
      <PriceTagsButton
        items={selected.map(({ row }) => ({ id: row.variant, name: row.sku }))}
        chooses={false}
      />
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} />}
        disabled={!sheet.canUndo}
        onClick={sheet.undo}
      >
        {t('many.undo')}
      </Button>
      {children}
      <Text size="sm" c="dimmed" role="status">
        {t('many.selected', { count: selected.length })}
        {hidden > 0 && <> · {t('many.hidden', { count: hidden })}</>}
      </Text>
      <Button ms="auto" disabled={count === 0} loading={saving.isPlanning} onClick={saving.plan}>
        {t('many.previewOf', { count })}
      </Button>
      {isPricing && (
        <PriceDialog
          count={selected.length}
          currency={selected[0]?.row.currency ?? ''}
          onClose={() => setPricing(false)}
          onApply={terms => {
            sheet.type(
              rows,
              selected.flatMap(({ row, index }): Typed[] => {
                const text = shownText(sheet.edits, row, 'price', sheet.reading);
                const amount = text.replace(sheet.reading.comma, '.');
                if (!/^\d+(\.\d+)?$/.test(amount)) return [];
                const price = newPrice(amount, row.currency, terms);
                return [
                  { row: index, cell: 'price', text: price.replace('.', sheet.reading.comma) },
                ];
              }),
            );
            setPricing(false);
          }}
        />
      )}
    </Group>
  );
}
