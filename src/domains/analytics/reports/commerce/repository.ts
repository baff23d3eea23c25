import { type Reader, statement } from '../../../../platform/database/tx.js';

export async function paymentMethodNames(
  reader: Reader,
): Promise<Map<string, { code: string; name: string }>> {
  const rows = await statement<{ id: string; code: string; name: string }>(
    reader,
    'select id, code, name from payment_methods',
  );
  return new Map(rows.map(row => [row.id, row]));
}

export type ProductName = { id: number; name: string; category: string | null };

export async function productNames(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, ProductName>> {
  const rows = await statement<ProductName>(
    reader,
    `select p.id, p.name, c.name as category
     from products p left join categories c on c.id = p.category_id where p.id = any($1::int[])`,
    [ids],
  );
  return new Map(rows.map(row => [row.id, row]));
}
