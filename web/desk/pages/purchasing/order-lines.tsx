import { ActionIcon, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isMeasured } from '../../../../src/domains/pricing/index.js';
import { formatMoney, minor } from '../../../../src/platform/money.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { AmountField, amountOrNull, typedOf } from '../../parts/fields.js';
import { ItemSearch } from '../../parts/item-search.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder, Variant } from '../../types.js';
import { type FilledLine, isWholePacks, type Line } from './fill-lines.js';

export const unitOf = ({ unit = 'piece' }: { sku: string; unit?: string }): string => unit;

export const draftLine = (line: PurchaseOrder['lines'][number]): Line => ({
  variant_id: line.variant_id,
  name: descriptionOf(line),
  sku: line.sku,
  unit: unitOf(line),
  quantity: line.ordered_quantity,
  cost: typedOf(line.unit_cost),
  own: undefined,
});

const newLine = (variant: Variant): Line => ({
  variant_id: variant.id,
  name: variantName(variant),
  sku: variant.sku,
  unit: unitOf(variant),
  quantity: undefined,
  cost: undefined,
  own: { cost: variant.cost, currency: variant.cost_currency },
});

const totalMinor = (lines: readonly FilledLine[], currency: string): number =>
  lines.reduce(
    (sum, { quantity, cost }) =>
      sum + Math.round(Number(quantity) * minor(amountOrNull(cost) ?? '0', currency)),
    0,
  );

type Props = {
  value: Line[];
  /** The same lines with what the supplier charges. */
  filled: readonly FilledLine[];
  onChange: (lines: Line[]) => void;
  errorOf: (field: string) => string | undefined;
  currency: string | undefined;
};

/** Order lines: item search, quantity and unit cost. */
export function OrderLines({
  value: lines,
  filled,
  onChange,
  errorOf,
  currency,
}: Props): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Stack gap="xs">
      <ItemSearch
        isTaken={id => lines.some(line => line.variant_id === id)}
        onPick={variant => onChange([...lines, newLine(variant)])}
      />
      {lines.length > 0 && (
        <Table
          className="desk-table"
          verticalSpacing={6}
          aria-label={t('sales.tab.lines')}
          data-stacks
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('stock.item')}</Table.Th>
              <Table.Th data-end>{t('orders.quantity')}</Table.Th>
              <Table.Th data-end>{t('orders.unitCost')}</Table.Th>
              <Table.Th aria-label={t('list.actions')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {filled.map((line, index) => (
              <LineRow
                key={line.variant_id}
                line={line}
                currency={currency}
                errorOf={name => errorOf(`lines.${index}.${name}`)}
                onChange={next =>
                  onChange(lines.map((one, at) => (at === index ? { ...one, ...next } : one)))
                }
                onRemove={() => onChange(lines.toSpliced(index, 1))}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {lines.length > 0 && (
        <Group justify="space-between">
          <Text fw={600}>{t('list.total')}</Text>
          <Text fw={600} className="money" data-testid="order-total">
            {format.money(
              formatMoney(totalMinor(filled, currency ?? ''), currency ?? ''),
              currency,
            )}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function LineRow(props: {
  line: FilledLine;
  currency: string | undefined;
  errorOf: (field: string) => string | undefined;
  onChange: (change: Partial<Line>) => void;
  onRemove: () => void;
}): ReactNode {
  const { line, currency, errorOf, onChange, onRemove } = props;
  const t = useT();
  const measured = isMeasured(line.unit);
  return (
    <Table.Tr>
      <Table.Td>
        <Item name={line.name} sku={line.sku} />
        <Notes line={line} currency={currency} />
      </Table.Td>
      <Table.Td data-end>
        <NumberInput
          size="xs"
          w={{ base: 80, xs: 90 }}
          ml="auto"
          min={measured ? 0.001 : 1}
          allowDecimal={measured}
          decimalScale={3}
          suffix={measured ? ` ${line.unit}` : ''}
          aria-label={t('orders.quantityOf', { name: line.name })}
          value={line.quantity}
          onChange={quantity => onChange({ quantity })}
          error={errorOf('ordered_quantity')}
        />
      </Table.Td>
      <Table.Td data-end>
        <AmountField
          size="xs"
          w={{ base: 104, xs: 120 }}
          ml="auto"
          unit={currency}
          aria-label={t('orders.unitCostOf', { name: line.name })}
          value={line.cost}
          onChange={cost => onChange({ cost })}
          error={errorOf('unit_cost')}
        />
      </Table.Td>
      <Table.Td data-end>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('orders.removeLine', { name: line.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

/** What the supplier calls the item, how it is packed, and a cost in another currency. */
function Notes({ line, currency }: { line: FilledLine; currency: string | undefined }): ReactNode {
  const t = useT();
  const format = useFormat();
  const quantity = useQuantityText();
  const { article, foreignCost } = line;
  const notes = [
    ...(article?.supplier_sku ? [t('orders.supplierSku', { sku: article.supplier_sku })] : []),
    ...(article && article.pack_size !== 1
      ? [t('orders.packOf', { size: quantity(article.pack_size, line.unit) })]
      : []),
  ];
  return (
    <>
      {notes.length > 0 && (
        <Text size="xs" c="dimmed">
          {notes.join(' · ')}
        </Text>
      )}
      {!isWholePacks(line) && (
        <Text size="xs" c="var(--mantine-color-error)" role="status">
          {t('orders.brokenPack')}
        </Text>
      )}
      {foreignCost !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="status">
          {t('orders.otherCurrency', {
            cost: format.money(foreignCost.cost, foreignCost.currency),
            currency: currency ?? '',
          })}
        </Text>
      )}
    </>
  );
}
