import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { Known } from './mentions.js';

export type KnownAs = { ids: string[]; emails: string[]; verifiedEmails: string[] };

/** The customer's record with those merged into it, and their addresses in small letters. */
export async function knownAs(reader: Reader, id: string): Promise<KnownAs> {
  const rows = await statement<{ id: string; email: string | null; is_verified: boolean }>(
    reader,
    `select id, lower(email) as email, email_verified_at is not null as is_verified from users
     where id = $1 or merged_into = $1 order by id`,
    [id],
  );
  const emails = (of: typeof rows) => of.flatMap(row => row.email ?? []);
  return {
    ids: rows.map(row => row.id),
    emails: emails(rows),
    verifiedEmails: emails(rows.filter(row => row.is_verified)),
  };
}

/** Removes names, contacts and logins; the rows stay, because sales refer to them. */
export async function erasePeople(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await statement(
    tx,
    `update users set email = null, first_name = '', last_name = '', phone = '', username = null,
       employee_number = null,
       pin_hash = null, password_hash = null, customer_card = null, customer_notes = '', customer_group = null,
       tax_exemption = null, language = null, email_verified_at = null, mail_consent_at = null,
       phone_consent_at = null, is_active = false, erased_at = coalesce(erased_at, $2),
       updated_at = $2
     where id = any($1::uuid[])`,
    [ids, now],
  );
  await statement(tx, 'delete from saved_addresses where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from known_devices where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from password_resets where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from totp_secrets where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from login_codes where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from oidc_subjects where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from passkeys where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from passkey_challenges where user_id = any($1::uuid[])', [ids]);
  await statement(tx, 'delete from login_failures where user_id = any($1::uuid[])', [ids]);
}

/** Addresses that were typed during visits and registrations, of visits before `before`. */
export async function eraseVisits(
  tx: Tx,
  ids: readonly string[],
  emails: readonly string[],
  before: Date | null,
): Promise<void> {
  await statement(
    tx,
    `update sessions set email = null, user_agent = '', address = null
     where user_id = any($1::uuid[])
       or (lower(email) = any($2::text[]) and ($3::timestamptz is null or last_seen_at < $3))`,
    [ids, emails, before],
  );
  await statement(
    tx,
    `delete from registrations where lower(email) = any($1::text[])
       and ($2::timestamptz is null or created_at < $2)`,
    [emails, before],
  );
}

/** Customers of these stores who last logged in or were changed before `before`. */
export const idleCustomers = (
  reader: Reader,
  afterId: string | null,
  before: Date,
  limit: number,
): Promise<{ id: string; home_store_id: string | null; seen_at: Date }[]> =>
  statement(
    reader,
    `select u.id, u.home_store_id, greatest(u.updated_at, max(s.last_seen_at)) as seen_at
     from users u left join sessions s on s.user_id = u.id
     where u.role = 'customer' and u.erased_at is null and u.merged_into is null
       and u.updated_at < $1 and ($2::uuid is null or u.id > $2)
     group by u.id order by u.id limit $3`,
    [before, afterId, limit],
  );

type Kept = 'email' | 'phone' | 'customer_card';

/**
 * Fills empty fields of the remaining record from the merged one, and adds notes and points. Unique
 * values are removed from the merged record first.
 */
export async function mergeRows(tx: Tx, from: string, into: string, now: Date): Promise<void> {
  const [merged] = await statement<Record<Kept, string | null> & { verified: Date | null }>(
    tx,
    `select email, phone, customer_card, email_verified_at as verified from users where id = $1`,
    [from],
  );
  const [stays] = await statement<Record<Kept, string | null>>(
    tx,
    'select email, phone, customer_card from users where id = $1',
    [into],
  );
  const moves = (field: Kept): boolean => !stays?.[field] && Boolean(merged?.[field]);
  await statement(
    tx,
    `update users set merged_into = $2, is_active = false, loyalty_points = 0, updated_at = $3,
       email = case when $4 then null else email end,
       phone = case when $5 then '' else phone end,
       customer_card = case when $6 then null else customer_card end
     where id = $1`,
    [from, into, now, moves('email'), moves('phone'), moves('customer_card')],
  );
  await statement(tx, 'update users set merged_into = $2 where merged_into = $1', [from, into]);
  await fillIn(tx, from, into, now, {
    email: moves('email') ? (merged?.email ?? null) : null,
    verified: moves('email') ? (merged?.verified ?? null) : null,
    phone: moves('phone') ? (merged?.phone ?? null) : null,
    customerCard: moves('customer_card') ? (merged?.customer_card ?? null) : null,
  });
}

const fillIn = (
  tx: Tx,
  from: string,
  into: string,
  now: Date,
  moved: {
    email: string | null;
    verified: Date | null;
    phone: string | null;
    customerCard: string | null;
  },
) =>
  statement(
    tx,
    `update users u set updated_at = $3, email = coalesce($4, u.email),
       email_verified_at = coalesce($5, u.email_verified_at), phone = coalesce($6, u.phone),
       customer_card = coalesce($7, u.customer_card),
       first_name = case when u.first_name || u.last_name = '' then m.first_name else u.first_name end,
       last_name = case when u.first_name || u.last_name = '' then m.last_name else u.last_name end,
       customer_group = coalesce(u.customer_group, m.customer_group),
       tax_exemption = coalesce(u.tax_exemption, m.tax_exemption),
       home_store_id = coalesce(u.home_store_id, m.home_store_id),
       language = coalesce(u.language, m.language),
       password_hash = case when $4 is null then u.password_hash
         else coalesce(u.password_hash, m.password_hash) end,
       customer_notes = left(concat_ws(e'\\n', nullif(u.customer_notes, ''),
         nullif(m.customer_notes, '')), 10000)
     from users m where u.id = $2 and m.id = $1`,
    [from, into, now, moved.email, moved.verified, moved.phone, moved.customerCard],
  );

/**
 * Addresses and ended logins go to the record that stays; its next login takes over the carts of
 * these logins. One address stays the default.
 */
export async function moveBelongings(tx: Tx, from: string, into: string): Promise<void> {
  await statement(
    tx,
    `update saved_addresses a set user_id = $2, is_default = a.is_default and not exists (
       select from saved_addresses d where d.user_id = $2 and d.is_default)
     where a.user_id = $1`,
    [from, into],
  );
  await statement(tx, 'update sessions set user_id = $2 where user_id = $1', [from, into]);
  await statement(
    tx,
    `insert into known_devices (user_id, mark, last_seen_at)
     select $2, mark, last_seen_at from known_devices where user_id = $1
     on conflict do nothing`,
    [from, into],
  );
  await statement(tx, 'delete from known_devices where user_id = $1', [from]);
  // Logins of the merged record do not open the record that stays.
  await statement(tx, 'delete from passkeys where user_id = $1', [from]);
}

/** From the records of the person and the address book. */
export async function knownTexts(reader: Reader, ids: readonly string[]): Promise<Known> {
  const rows = await statement<{
    first: string;
    last: string;
    phone: string;
    texts: (string | null)[];
  }>(
    reader,
    `select first_name as first, last_name as last, phone, array[email, customer_card] as texts
     from users where id = any($1::uuid[])
     union all
     select first_name, last_name, phone, array[address] from saved_addresses
     where user_id = any($1::uuid[])`,
    [ids],
  );
  return {
    names: rows.map(({ first, last }) => [first, last]),
    texts: rows.flatMap(({ texts }) => texts.filter(text => text !== null)),
    phones: rows.map(({ phone }) => phone),
  };
}
