import { type Reader, statement } from '../../platform/database/tx.js';

export const CHECK_KINDS = ['age_at_till', 'age_online', 'identity'] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

export type Check = {
  id: string;
  kind: CheckKind;
  outcome: string;
  /** Sale number or credential key. */
  reference: string | null;
  user_id: string | null;
  store_id: string | null;
  method: string | null;
  age: number | null;
  checked_by: string | null;
  checked_at: Date;
  expires_at: Date | null;
  /** `checked_at` with microseconds, as text for the cursor. */
  sort_key: string;
};

export type CheckFilter = {
  kind?: CheckKind;
  /** Undefined means all stores. Checks without a store are always included. */
  stores: readonly string[] | undefined;
  /** True excludes checks without a store. */
  isAtStore: boolean;
};

const SOURCES: Record<CheckKind, { select: string; from: string; at: string; id: string }> = {
  age_at_till: {
    select: `'passed' as outcome, t.transaction_number as reference, t.customer_id as user_id, t.store_id,
      t.age_check->>'method' as method, (t.age_check->>'minimum_age')::integer as age,
      t.age_check->>'confirmed_by' as checked_by, null::timestamptz as expires_at`,
    from: `transactions t where t.age_check is not null
      and ($3::uuid[] is null or t.store_id = any($3))`,
    at: 't.created_at',
    id: 't.id',
  },
  age_online: {
    select: `'passed' as outcome, null as reference, a.user_id, null::uuid as store_id, a.method,
      a.verified_for_age::integer as age, a.checked_by::text as checked_by, a.expires_at`,
    from: 'age_verifications a where not $4',
    at: 'a.verified_at',
    id: 'a.id',
  },
  identity: {
    select: `c.status as outcome, c.credential_key as reference, c.user_id, null::uuid as store_id,
      c.verification_data->>'vendor' as method, null::integer as age,
      coalesce(c.verification_data->>'approvedBy', c.verification_data->>'rejectedBy') as checked_by,
      null::timestamptz as expires_at`,
    from: 'kyc_credentials c where not $4',
    at: 'c.updated_at',
    id: 'c.id',
  },
};

const part = (kind: CheckKind): string => {
  const { select, from, at, id } = SOURCES[kind];
  return `(select ${id} as id, '${kind}' as kind, ${select}, ${at} as checked_at,
      to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as sort_key
    from ${from} and ($5::text is null or $5 = '${kind}')
      and ($1::timestamptz is null or (${at}, ${id}) < ($1::timestamptz, $2::uuid))
    order by ${at} desc, ${id} desc limit $6)`;
};

const ALL = CHECK_KINDS.map(part).join(' union all ');

/** Newest first; each kind is scanned on its own index. `before` continues a list. */
export const listChecks = (
  reader: Reader,
  { kind, stores, isAtStore }: CheckFilter,
  before: { at: string; id: string } | undefined,
  limit: number,
): Promise<Check[]> =>
  statement<Check>(reader, `${ALL} order by checked_at desc, id desc limit $6`, [
    before?.at ?? null,
    before?.id ?? null,
    stores ?? null,
    isAtStore,
    kind ?? null,
    limit,
  ]);
