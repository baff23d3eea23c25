import { statement, type Tx } from '../../platform/database/tx.js';

/** Identity and age checks of customers, and the addresses behind their limited purchases. */
export async function eraseChecks(
  tx: Tx,
  customerIds: readonly string[],
  saleIds: readonly string[],
): Promise<void> {
  await statement(tx, 'delete from kyc_credentials where user_id = any($1::uuid[])', [customerIds]);
  await statement(tx, 'delete from age_verifications where user_id = any($1::uuid[])', [
    customerIds,
  ]);
  await statement(
    tx,
    `delete from age_refusals where subject in (
       select 'user:' || id from unnest($1::uuid[]) as id)`,
    [customerIds],
  );
  await statement(
    tx,
    `update limited_purchases set mail_hash = null, mailbox_hash = null
     where reference = any($1::uuid[])`,
    [saleIds],
  );
}

/** The stronger age check of the two stays. */
export async function moveChecks(tx: Tx, from: string, into: string): Promise<void> {
  await statement(tx, 'update kyc_credentials set user_id = $2 where user_id = $1', [from, into]);
  await statement(
    tx,
    `delete from age_verifications a using age_verifications b
     where a.user_id in ($1, $2) and b.user_id in ($1, $2) and a.id <> b.id
       and (b.is_checked, b.verified_for_age, b.expires_at, b.id)
         > (a.is_checked, a.verified_for_age, a.expires_at, a.id)`,
    [from, into],
  );
  await statement(tx, 'update age_verifications set user_id = $2 where user_id = $1', [from, into]);
  await statement(
    tx,
    `insert into age_refusals (subject, age, refused_at, expires_at)
     select 'user:' || $2::text, age, refused_at, expires_at from age_refusals
     where subject = 'user:' || $1::text
     on conflict (subject) do nothing`,
    [from, into],
  );
  await statement(
    tx,
    `update limited_purchases set customer_key = 'user:' || $2::text
     where customer_key = 'user:' || $1::text`,
    [from, into],
  );
}
