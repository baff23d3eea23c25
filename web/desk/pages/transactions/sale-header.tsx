import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { minor } from '../../../../src/platform/money.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LabelledValue } from '../../parts/page.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';

const PAYABLE = ['pending', 'partially_paid'];

const dueMinor = ({ totalAmount, totalPaid, currency }: Sale): number =>
  minor(totalAmount, currency) - minor(totalPaid, currency);

/** The total, the status, and where and by whom the sale was made. */
export function SaleHeader({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const format = useFormat();
  const where = [
    sale.store.name,
    sale.terminal_id,
    t(`source.${sale.source_system}`),
    format.dateTime(sale.created_at),
  ].filter(Boolean);
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <div>
          <div className="desk-figure">{format.money(sale.totalAmount)}</div>
          <Text size="sm" c="dimmed">
            {where.join(' · ')}
          </Text>
        </div>
        <Group gap={6}>
          {PAYABLE.includes(sale.status) && (
            <Tag tone="warn">
              {t('sales.due', { amount: format.cents(dueMinor(sale), sale.currency) })}
            </Tag>
          )}
          <StatusTag status={sale.status} />
        </Group>
      </Group>
      <People sale={sale} />
    </>
  );
}

function People({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const { till_number: tillNumber, employee_name: cashier, customer_id: customer } = sale;
  const guest = customer === null ? sale.customer_email : null;
  if ([tillNumber, cashier, customer, guest].every(one => one === null)) return null;
  const name = sale.customer_name ?? t('sales.customer.noName');
  return (
    <Stack gap={4}>
      {tillNumber !== null && (
        <LabelledValue label={t('sales.tillNumber')}>{tillNumber}</LabelledValue>
      )}
      {cashier !== null && (
        <LabelledValue label={t('sales.cashier')} isText>
          {cashier}
        </LabelledValue>
      )}
      {customer !== null && (
        <LabelledValue label={t('sales.customer')} isText>
          {may('customer.read') ? (
            <Link href={`/customers/${customer}`} className="desk-link">
              {name}
            </Link>
          ) : (
            name
          )}
        </LabelledValue>
      )}
      {guest !== null && (
        <LabelledValue label={t('sales.customer')} isText>
          {guest}
        </LabelledValue>
      )}
    </Stack>
  );
}
