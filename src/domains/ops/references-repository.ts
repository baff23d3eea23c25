import { checkRows, type Invariant } from '../../platform/invariants.js';

/** Columns that refer to a table without a foreign key: table, column, referenced table. */
export const REFERENCES_WITHOUT_KEY = [
  ['carts', 'store_id', 'stores'],
  ['checkout_sessions', 'store_id', 'stores'],
  ['reservations', 'store_id', 'stores'],
  ['transactions', 'store_id', 'stores'],
  ['payments', 'store_id', 'stores'],
  ['fulfillments', 'store_id', 'stores'],
  ['reservations', 'variant_ids', 'product_variants'],
  ['transaction_lines', 'variant_id', 'product_variants'],
  ['payments', 'payment_method_id', 'payment_methods'],
  ['transactions', 'employee_id', 'users'],
  ['transactions', 'customer_id', 'users'],
] as const;

/** A column named `…_ids` holds a list of ids. */
const idsIn = (column: string): string => (column.endsWith('_ids') ? `unnest(${column})` : column);

const NAMED = REFERENCES_WITHOUT_KEY.map(
  ([table, column, parent]) =>
    `select null::uuid, '${table}.${column} ' || named.id, parent.id is not null
     from (select distinct ${idsIn(column)} as id from ${table} where ${column} is not null) as named
       left join ${parent} as parent on parent.id = named.id`,
).join(' union all ');

export const referenceInvariants: readonly Invariant[] = [
  {
    name: 'ops:references',
    description: 'The stores, users, articles and payment methods that sales name exist.',
    check: checkRows(NAMED),
  },
];
