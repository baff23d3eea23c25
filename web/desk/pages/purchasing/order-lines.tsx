import { ActionIcon, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isMeasured } from '../../../../src/domains/pricing/index.js';
import { formatMoney, minor } from '../../../../src/platform/money.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { AmountField, amountOrNull, type Typed, typedOf } from '../../parts/fields.js';
import { ItemSearch } from '../../parts/item-search.js';
import { Item } from '../../parts/row.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder, Variant } from '../../types.js';

export type Line = {
  variant_id: string;
  name: string;
  sku: string;
  /** What quantity and cost are for. */
  unit: string;
  quantity: Typed;
  cost: Typed;
};

export const unitOf = ({ unit = 'piece' }: { sku: string; unit?: string }): string => unit;

export const draftLine = (line: PurchaseOrder['lines'][number]): Line => ({
  variant_id: line.variant_id,
  name: descriptionOf(line),
  sku: line.sku,
  unit: unitOf(line),
  quantity: line.ordered_quantity,
  cost: typedOf(line.unit_cost),
});

export const lineRequest = ({ variant_id, quantity, cost }: Line) => ({
  variant_id,
  ordered_quantity: Number(quantity),
  unit_cost: amountOrNull(cost) ?? '0.00',
});

const newLine = (variant: Variant): Line => ({
  variant_id: variant.id,
  name: variantName(variant),
  sku: variant.sku,
  unit: unitOf(variant),
  quantity: 1,
  cost: typedOf(variant.cost),
});

const totalMinor = (lines: Line[], currency: string): number =>
  lines.reduce(
    (sum, { quantity, cost }) =>
      sum + Math.round(Number(quantity) * minor(amountOrNull(cost) ?? '0', currency)),
    0,
  );

type Props = {
  value: Line[];
  onChange: (lines: Line[]) => void;
  errorOf: (field: string) => string | undefined;
  currency: string | undefined;
};

/** Order lines: item search, quantity and unit cost. */
export function OrderLines({ value: lines, onChange, errorOf, currency }: Props): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Stack gap="xs">
      <ItemSearch
        isTaken={id => lines.some(line => line.variant_id === id)}
        onPick={variant => onChange([...lines, newLine(variant)])}
      />
      {lines.length > 0 && (
        <Table className="desk-table" verticalSpacing={6} aria-label={t('sales.tab.lines')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('stock.item')}</Table.Th>
              <Table.Th data-end>{t('orders.quantity')}</Table.Th>
              <Table.Th data-end>{t('orders.unitCost')}</Table.Th>
              <Table.Th aria-label={t('list.actions')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line, index) => (
              <LineRow
                key={line.variant_id}
                line={line}
                currency={currency}
                errorOf={name => errorOf(`lines.${index}.${name}`)}
                onChange={next => onChange(lines.with(index, next))}
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
            {format.money(formatMoney(totalMinor(lines, currency ?? ''), currency ?? ''), currency)}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function LineRow(props: {
  line: Line;
  currency: string | undefined;
  errorOf: (field: string) => string | undefined;
  onChange: (line: Line) => void;
  onRemove: () => void;
}): ReactNode {
  const { line, currency, errorOf, onChange, onRemove } = props;
  const t = useT();
  const measured = isMeasured(line.unit);
  return (
    <Table.Tr>
      <Table.Td>
        <Item name={line.name} sku={line.sku} />
      </Table.Td>
      <Table.Td data-end>
        <NumberInput
          size="xs"
          w={90}
          ml="auto"
          min={measured ? 0.001 : 1}
          allowDecimal={measured}
          decimalScale={3}
          suffix={measured ? ` ${line.unit}` : ''}
          aria-label={t('orders.quantityOf', { name: line.name })}
          value={line.quantity}
          onChange={quantity => onChange({ ...line, quantity })}
          error={errorOf('ordered_quantity')}
        />
      </Table.Td>
      <Table.Td data-end>
        <AmountField
          size="xs"
          w={120}
          ml="auto"
          unit={currency}
          aria-label={t('orders.unitCostOf', { name: line.name })}
          value={line.cost}
          onChange={cost => onChange({ ...line, cost })}
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
