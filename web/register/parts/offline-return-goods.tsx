import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isMeasured, shownQuantity } from '../../../src/domains/pricing/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import type { Good } from '../state/catalogue.js';
import { type KeptSale, leftOf, worthOf } from '../state/offline-return.js';
import type { ReturnedGoods } from '../state/paper/return-rows.js';
import { countScan, type ReturnScan, useScannedGood } from '../state/scanned-goods.js';
import { useT } from '../texts/index.js';
import { useOfflineReturnTexts } from '../texts/use-offline-return-texts.js';
import { ArticleSelect, isTakenBack } from './article-select.js';
import { readMoney } from './money.js';
import { notify } from './notify.js';
import { QuantityInput } from './return-fields.js';

/** What comes back, and what it is worth; undefined if it is more than was sold. */
export type Returning = {
  line_items: { line?: number; sku?: string; quantity: number }[];
  worthMinor: number | undefined;
  /** For the slip. */
  goods: ReturnedGoods[];
};
export const NO_GOODS: Returning = { line_items: [], worthMinor: 0, goods: [] };

/** The lines of a sale that this till has in its journal. */
export function KeptLines(props: {
  sale: KeptSale;
  currency: string;
  scanned: ReturnScan | undefined;
  onChange: (returning: Returning) => void;
}): ReactNode {
  const { sale, currency, scanned, onChange } = props;
  const t = useT();
  const own = useOfflineReturnTexts();
  const { cents } = useFormat();
  const [counts, setCounts] = useState<Record<number, number>>({});
  const change = (line: number, quantity: number): void => {
    const next = { ...counts, [line]: quantity };
    setCounts(next);
    const back = sale.lines.flatMap(one => {
      const count = next[one.line] ?? 0;
      return count > 0 ? { ...one, count } : [];
    });
    onChange({
      line_items: back.map(one => ({ line: one.line, quantity: one.count })),
      worthMinor: worthOf(sale.lines, next, currency),
      goods: back.map(({ name, line: at, count }) => ({
        name,
        quantity: count,
        worthMinor: worthOf(sale.lines, { [at]: count }, currency) ?? 0,
      })),
    });
  };
  useScannedGood(scanned, scan => {
    const found = countScan(
      sale.lines.map(one => ({
        key: String(one.line),
        sku: one.sku,
        unit: one.unit,
        left: leftOf(one),
        count: counts[one.line] ?? 0,
      })),
      scan,
    );
    if (typeof found === 'string') notify(t(`return.${found}`, { name: scan.good.name }));
    else change(Number(found.key), found.count);
  });
  return (
    <Stack gap="xs">
      <Text c="dimmed">{own('kept')}</Text>
      {sale.lines.map(one => {
        const left = leftOf(one);
        return (
          <Group key={one.line} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{one.name}</Text>
              <Text size="sm" c="dimmed" className="money">
                {cents(one.netMinor + one.taxMinor)} ·{' '}
                {t('return.sold', { count: shownQuantity(one.quantity, one.unit) })}
              </Text>
            </div>
            <QuantityInput
              label={`${t('line.quantity')}: ${one.name}`}
              unit={one.unit}
              max={left}
              disabled={left === 0}
              value={counts[one.line] ?? 0}
              onChange={quantity => change(one.line, quantity)}
            />
          </Group>
        );
      })}
    </Stack>
  );
}

/** A bundle comes back in parts, which only the service knows how to pay back. */
const isWhole = (good: Good): boolean => isTakenBack(good) && good.parts === undefined;

type Row = { good: Good; quantity: number; paid: string };

/** Articles and amounts as the printed receipt of another till shows them. */
export function TypedGoods(props: {
  scanned: ReturnScan | undefined;
  onChange: (returning: Returning) => void;
}): ReactNode {
  const { scanned, onChange } = props;
  const t = useT();
  const own = useOfflineReturnTexts();
  const [rows, setRows] = useState<Row[]>([]);
  const change = (next: Row[]): void => {
    setRows(next);
    const isFilled = next.every(({ quantity, paid }) => quantity > 0 && (readMoney(paid) ?? 0) > 0);
    onChange({
      line_items: next.map(({ good, quantity }) => ({ sku: good.sku, quantity })),
      worthMinor: isFilled ? next.reduce((sum, { paid }) => sum + (readMoney(paid) ?? 0), 0) : 0,
      goods: next.map(({ good, quantity, paid }) => ({
        name: good.name,
        quantity,
        worthMinor: readMoney(paid) ?? 0,
      })),
    });
  };
  const edit = (sku: string, changes: Partial<Row>): void =>
    change(rows.map(row => (row.good.sku === sku ? { ...row, ...changes } : row)));
  const add = (good: Good, quantity = 1): void => {
    if (rows.some(row => row.good.sku === good.sku)) return;
    change([...rows, { good, quantity, paid: '' }]);
  };
  useScannedGood(scanned, ({ good, quantity }) => {
    if (!isWhole(good)) {
      notify(own('bundles'));
      return;
    }
    const known = rows.find(row => row.good.sku === good.sku);
    if (known === undefined) add(good, quantity);
    else if (!isMeasured(good.unit)) edit(good.sku, { quantity: known.quantity + 1 });
  });
  return (
    <Stack gap="xs">
      <Text>{own('unknown')}</Text>
      <ArticleSelect isOffered={isWhole} onPick={good => add(good)} />
      {rows.map(({ good, quantity, paid }) => (
        <Group key={good.sku} align="flex-end" data-testid="typed-goods">
          <Text fw={600} style={{ flex: 1, minWidth: 120 }}>
            {good.name}
          </Text>
          <QuantityInput
            label={`${t('line.quantity')}: ${good.name}`}
            unit={good.unit}
            value={quantity}
            onChange={count => edit(good.sku, { quantity: count })}
          />
          <TextInput
            label={own('paid')}
            aria-label={`${own('paid')}: ${good.name}`}
            description={own('paidHint')}
            inputMode="decimal"
            size="md"
            w={170}
            value={paid}
            onChange={event => edit(good.sku, { paid: event.currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`${t('line.remove')}: ${good.name}`}
            onClick={() => change(rows.filter(row => row.good.sku !== good.sku))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
