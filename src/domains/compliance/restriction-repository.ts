import { type Reader, statement } from '../../platform/database/tx.js';

/** The variants among these with a purchase limit of the store or an identity check. */
export async function restrictedGoods(
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from unnest($2::uuid[]) as id
     where is_purchase_limited($1, array[id]) or any_requires_kyc(array[id])`,
    [storeId, variantIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** What restricts the sale of these variants to this customer. */
export async function restrictionsOf(
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
  customerId: string | null,
): Promise<{ is_limited: boolean; lacks_kyc: boolean }> {
  const [row] = await statement<{ is_limited: boolean; lacks_kyc: boolean }>(
    reader,
    `select is_purchase_limited($1, $2::uuid[]) as is_limited,
       any_requires_kyc($2::uuid[]) and not is_identity_verified($3) as lacks_kyc`,
    [storeId, variantIds, customerId],
  );
  if (row === undefined) throw new Error('the restrictions of a sale returned no row');
  return row;
}
