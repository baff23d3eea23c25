import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { negative } from '../../parts/negative.js';
import { LabelledValue } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';

const isSome = (amount: string): boolean => Number(amount) !== 0;

const roundingOf = (sale: { id: string; rounding_amount?: string }): string =>
  sale.rounding_amount ?? '0.00';

export function Lines({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Stack gap="md">
      <DataTable
        label={t('sales.tab.lines')}
        rows={sale.lineItems}
        keyOf={line => line.id}
        columns={[
          {
            head: t('stock.item'),
            cell: line => (
              <>
                <BundleName
                  line={line}
                  previous={sale.lineItems[sale.lineItems.indexOf(line) - 1]}
                />
                {line.bundle !== null && '– '}
                {descriptionOf(line)}
                <Text size="xs" c="dimmed">
                  {line.sku}
                  {line.returnedQuantity > 0 &&
                    ` · ${t('sales.returned', { count: line.returnedQuantity })}`}
                </Text>
              </>
            ),
          },
          { head: t('sales.quantity'), isFigure: true, cell: line => line.quantity },
          {
            head: t('sales.price'),
            isFigure: true,
            from: 'xs',
            cell: line => format.money(line.unitPrice),
          },
          { head: t('list.total'), isFigure: true, cell: line => format.money(line.subtotal) },
        ]}
      />
      {sale.adjustments.length > 0 && <Adjustments sale={sale} />}
      <Stack gap={4} px="md">
        <LabelledValue label={t('sales.subtotal')}>{format.money(sale.subtotal)}</LabelledValue>
        {isSome(sale.appliedPromotionDiscount) && (
          <LabelledValue label={t('sales.discount')}>
            {format.money(negative(sale.appliedPromotionDiscount))}
          </LabelledValue>
        )}
        {isSome(sale.shippingAmount) && (
          <LabelledValue label={t('sales.shipping')}>
            {format.money(sale.shippingAmount)}
          </LabelledValue>
        )}
        <LabelledValue label={t('sales.tax')}>{format.money(sale.taxAmount)}</LabelledValue>
        <LabelledValue label={t('list.total')} isStrong>
          {format.money(sale.totalAmount)}
        </LabelledValue>
        <LabelledValue label={t('sales.paid')}>{format.money(sale.totalPaid)}</LabelledValue>
        {isSome(roundingOf(sale)) && (
          <LabelledValue label={t('shifts.rounding')}>
            {format.money(roundingOf(sale))}
          </LabelledValue>
        )}
        {isSome(sale.tip) && (
          <LabelledValue label={t('tips.one')}>{format.money(sale.tip)}</LabelledValue>
        )}
        {isSome(sale.changeDue) && (
          <LabelledValue label={t('sales.change')}>{format.money(sale.changeDue)}</LabelledValue>
        )}
      </Stack>
    </Stack>
  );
}

type SoldLine = Sale['lineItems'][number];

/** Stands above the first part of a bundle. */
function BundleName({ line, previous }: { line: SoldLine; previous?: SoldLine }): ReactNode {
  const t = useT();
  const { bundle } = line;
  if (bundle === null || bundle.line === previous?.bundle?.line) return null;
  return (
    <Text fw={600} size="sm">
      {t('sales.bundle', { name: bundle.name, count: bundle.quantity })}
    </Text>
  );
}

/** Every discount of the sale: why, on which line, and who approved it. */
function Adjustments({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const format = useFormat();
  const lineOf = (position: number | null): string => {
    const line = position === null ? undefined : sale.lineItems[position];
    return line === undefined ? '' : descriptionOf(line);
  };
  const approvalOf = (adjustment: Sale['adjustments'][number]): string => {
    if (adjustment.approval_request_id === null) return '';
    const name = adjustment.approved_by_name;
    return name === null
      ? t('sales.adjustment.approved')
      : t('sales.adjustment.approvedBy', { name });
  };
  return (
    <DataTable
      label={t('sales.adjustments')}
      rows={sale.adjustments.map((adjustment, index) => ({ ...adjustment, key: String(index) }))}
      keyOf={adjustment => adjustment.key}
      columns={[
        {
          head: t('sales.adjustments'),
          cell: adjustment => (
            <>
              {adjustment.reason ?? t(`sales.adjustment.${adjustment.kind}`)}
              {adjustment.code !== null && ` (${adjustment.code})`}
              <Text size="xs" c="dimmed">
                {[
                  t(`sales.adjustment.${adjustment.kind}`),
                  lineOf(adjustment.line),
                  approvalOf(adjustment),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </>
          ),
        },
        {
          head: t('sales.discount'),
          isFigure: true,
          cell: adjustment => format.money(negative(adjustment.amount)),
        },
      ]}
    />
  );
}
