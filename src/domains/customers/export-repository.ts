import { type Reader, statement } from '../../platform/database/tx.js';
import { htmlOf } from '../../platform/mail/packed-html.js';

export type Person = { ids: string[]; emails: string[]; saleIds: string[] };

/**
 * Everything that is held about a person: `$1` their ids, `$2` addresses, `$3` sales. A row with a
 * `store_id` is a record of that store; those without belong to the person.
 */
const SECTIONS: Record<string, string> = {
  customer: `select to_jsonb(u) - '{pin_hash,password_hash,phone_digits}'::text[] as row
    from users u where u.id = any($1::uuid[]) order by u.id`,
  addresses: `select to_jsonb(a) as row from saved_addresses a
    where a.user_id = any($1::uuid[]) order by a.id`,
  logins: `select to_jsonb(s) - '{cookie_hash,cart_token_hash}'::text[] as row from sessions s
    where s.user_id = any($1::uuid[]) or lower(s.email) = any($2::text[]) order by s.id`,
  devices: `select to_jsonb(d) - 'mark' as row from known_devices d
    where d.user_id = any($1::uuid[]) order by d.last_seen_at`,
  registrations: `select to_jsonb(r) - '{password_hash,code_hash,token_hash}'::text[] as row
    from registrations r where lower(r.email) = any($2::text[]) order by r.created_at`,
  password_resets: `select to_jsonb(r) - 'token_hash' as row from password_resets r
    where r.user_id = any($1::uuid[]) order by r.created_at`,
  login_codes: `select to_jsonb(c) - '{token_hash,code_hash}'::text[] as row from login_codes c
    where c.user_id = any($1::uuid[]) order by c.created_at`,
  passkeys: `select to_jsonb(k) - '{credential_id,public_key,counter}'::text[] as row
    from passkeys k where k.user_id = any($1::uuid[]) order by k.id`,
  sales: `select to_jsonb(t) as row from transactions t
    where t.id = any($3::uuid[]) order by t.id`,
  sale_lines: `select to_jsonb(l) - '{cost_at_sale,cost_currency}'::text[]
      || jsonb_build_object('store_id', t.store_id) as row
    from transaction_lines l join transactions t on t.id = l.transaction_id
    where l.transaction_id = any($3::uuid[]) order by l.transaction_id, l.position`,
  payments: `select to_jsonb(p) as row from payments p
    where p.transaction_id = any($3::uuid[]) order by p.id`,
  refunds: `select to_jsonb(r) as row from refunds r
    where r.transaction_id = any($3::uuid[]) order by r.id`,
  returns: `select to_jsonb(r) as row from returns r
    where r.transaction_id = any($3::uuid[]) order by r.id`,
  fulfillments: `select to_jsonb(f) as row from fulfillments f
    where f.transaction_id = any($3::uuid[]) order by f.id`,
  shipments: `select to_jsonb(s) || jsonb_build_object('store_id', f.store_id) as row
    from all_shipments s join fulfillments f on f.id = s.fulfillment_id
    where f.transaction_id = any($3::uuid[]) order by s.id`,
  quotes: `select to_jsonb(q) as row from till_quotes q
    where q.customer_id = any($1::uuid[]) order by q.id`,
  held_sales: `select to_jsonb(h) as row from held_sales h
    where h.customer_id = any($1::uuid[]) order by h.id`,
  till_entries: `select to_jsonb(j) - '{hash,previous_hash,digest}'::text[] as row from till_journal j
    where j.data ->> 'customer_id' = any($1::text[]) or j.transaction_id = any($3::uuid[]) order by j.id`,
  offers: `select to_jsonb(q) as row from quotes q
    where q.customer_id = any($1::uuid[]) or lower(q.email) = any($2::text[]) order by q.id`,
  points: `select to_jsonb(e) || jsonb_build_object('points', e.amount::int) as row
    from value_entries e join value_accounts a on a.id = e.account_id
    where a.kind = 'points' and a.customer_id = any($1::uuid[]) order by e.id`,
  store_credits: `select to_jsonb(c) as row from store_credits c
    where c.customer_id = any($1::uuid[]) order by c.id`,
  gift_cards: `select jsonb_build_object('id', a.id, 'store_id', a.store_id,
      'code_last_four', right(coalesce(a.code_last_four, a.code), 4), 'currency', a.currency, 'balance', a.balance, 'expires_at', a.expires_at,
      'created_at', a.created_at, 'saved_at', s.saved_at) as row
    from value_accounts a
      left join saved_gift_cards s on s.account_id = a.id and s.customer_id = any($1::uuid[])
    where a.id in (
      select id from value_accounts where kind = 'gift_card' and customer_id = any($1::uuid[])
      union select account_id from saved_gift_cards where customer_id = any($1::uuid[]))
    order by a.id`,
  checkouts: `select to_jsonb(c) - 'client_mark' as row from checkout_sessions c
    where c.transaction_id = any($3::uuid[])
      or c.session_id in (select id from sessions where user_id = any($1::uuid[])) order by c.id`,
  carts: `select to_jsonb(c) as row from carts c
    where c.session_id in (select id from sessions where user_id = any($1::uuid[])) order by c.id`,
  identity_checks: `select to_jsonb(k) as row from kyc_credentials k
    where k.user_id = any($1::uuid[]) order by k.id`,
  age_checks: `select to_jsonb(a) as row from age_verifications a
    where a.user_id = any($1::uuid[]) order by a.id`,
  limited_purchases: `select to_jsonb(l) - '{mail_hash,mailbox_hash}'::text[] as row
    from limited_purchases l where l.reference = any($3::uuid[]) order by l.purchased_at`,
  promo_codes: `select to_jsonb(p) - '{customer_hash,mail_hash,mailbox_hash}'::text[] as row
    from promo_code_usages p where p.transaction_id = any($3::uuid[]) order by p.used_at`,
  mails: `select to_jsonb(m) - 'secret' - 'attachment' as row from mails m
    where m.id in (
      select id from mails where lower(recipient) = any($2::text[])
      union all
      select o.id from transactions t join mails o on lower(o.recipient) = lower(t.customer_email)
      where t.id = any($3::uuid[])
        and position(t.transaction_number in o.subject || ' ' || o.body_text) > 0)
    order by m.id`,
  reviews: `select to_jsonb(r) - 'decided_by' as row from product_reviews r
    where r.customer_id = any($1::uuid[]) order by r.id`,
  stock_alerts: `select to_jsonb(a) as row from stock_alerts a
    where lower(a.email) = any($2::text[]) order by a.id`,
  cart_reminders: `select to_jsonb(r) || jsonb_build_object('store_id', c.store_id) as row
    from cart_reminders r left join carts c on c.id = r.cart_id
    where lower(r.email) = any($2::text[]) order by r.cart_id`,
  payment_events: `select to_jsonb(e) || jsonb_build_object('store_id', p.store_id) as row
    from webhook_events e join payments p on p.id = e.payment_id
    where p.transaction_id = any($3::uuid[]) order by e.id`,
  views: `select to_jsonb(v) as row from customer_views v
    where v.customer_id = any($1::uuid[]) order by v.id`,
};

/**
 * The records of each section. With `stores` only their records, and the customer, whom every store
 * sees: what has no store, such as addresses and logins, is left out, so a new section is too.
 */
export async function sectionsOf(
  reader: Reader,
  { ids, emails, saleIds }: Person,
  stores?: readonly string[],
): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const [name, text] of Object.entries(SECTIONS)) {
    // The casts give every parameter a type in statements that do not use it.
    const rows = await statement<{ row: object }>(
      reader,
      `with given as (select $1::uuid[], $2::text[], $3::uuid[]), found as (${text})
       select row from found
       where $4::uuid[] is null or (row ->> 'store_id')::uuid = any($4)`,
      [ids, emails, saleIds, name === 'customer' ? null : (stores ?? null)],
    );
    found[name] = rows.map(({ row }) => (name === 'mails' ? unpacked(row as StoredMail) : row));
  }
  return found;
}

/** The codes of store credits that the records may name. */
export async function creditCodesOf(reader: Reader, { ids, saleIds }: Person): Promise<string[]> {
  const rows = await statement<{ code: string }>(
    reader,
    `select code from value_accounts where code is not null and (customer_id = any($1::uuid[])
       or return_id in (select id from returns where transaction_id = any($2::uuid[]))
       or id in (select account_id from value_entries where transaction_id = any($2::uuid[])))`,
    [ids, saleIds],
  );
  return rows.map(({ code }) => code);
}

type StoredMail = { body_text: string; body_html: string | null; packed_html: string | null };

/** JSON has bytes as `\x` and hexadecimal digits. */
function unpacked({ packed_html: hex, ...mail }: StoredMail): object {
  const packed_html = hex === null ? null : Buffer.from(hex.slice(2), 'hex');
  return { ...mail, body_html: htmlOf({ ...mail, packed_html }) };
}
