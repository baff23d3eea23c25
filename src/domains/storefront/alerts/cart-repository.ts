import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import type { Unit } from '../../../platform/quantity.js';

export type LeftCart = {
  id: string;
  store_id: string;
  store_name: string;
  store_language: Language;
  email: string;
  language: Language | null;
  /** The consent is for this cart alone and was given with the address. */
  is_guest: boolean;
};

/** Carts with goods and without a mail about them. Carts in payment are left out. */
const LEFT = `c.status = 'ACTIVE' and cardinality(c.variant_ids) > 0 and st.is_active
  and not exists (select from sent_notices n where n.kind = 'cart' and n.about = c.id)
  and not exists (select from checkout_sessions k where k.cart_id = c.id
    and k.status in ('payment_processing', 'payment_requires_action', 'completed'))`;

const hasOrdered = (who: string, since: string): string =>
  `exists (select from transactions t
     where ${who} and t.id >= uuid_floor(${since})
       and t.source_system = 'web_commerce' and t.status not in ('voided', 'expired'))`;

/**
 * Carts that were last changed in this time: of customers who allow mails, and of guests who asked
 * for one about this cart. People who have ordered since are left out.
 */
export const leftCarts = (
  reader: Reader,
  changed: { from: Date; before: Date },
  limit: number,
): Promise<LeftCart[]> =>
  statement(
    reader,
    `select c.id, c.store_id, st.name as store_name, st.language as store_language, u.email, u.language,
       false as is_guest
     from users u
       join sessions s on s.user_id = u.id
       join carts c on c.session_id = s.id
       join stores st on st.id = c.store_id
     where u.mail_consent_at is not null and u.is_active and u.role = 'customer'
       and u.email is not null
       and c.updated_at >= $1 and c.updated_at < $2 and ${LEFT}
       and not ${hasOrdered('t.customer_id = u.id', 'c.updated_at')}
     union all
     select c.id, c.store_id, st.name, st.language, r.email, r.language, true
     from cart_reminders r
       join carts c on c.id = r.cart_id
       join sessions s on s.id = c.session_id
       join stores st on st.id = c.store_id
       left join users u on u.id = s.user_id
     where u.mail_consent_at is null
       and greatest(c.updated_at, r.created_at) >= $1
       and greatest(c.updated_at, r.created_at) < $2 and ${LEFT}
       and not ${hasOrdered('lower(t.customer_email) = lower(r.email)', 'r.created_at')}
     order by 1 limit $3`,
    [changed.from, changed.before, limit],
  );

export type CartGood = {
  quantity: number;
  unit: Unit;
  name: string;
  product_name: string;
  variant_name: string;
};

/** The goods of a cart that are still on sale. */
export const goodsOfCart = (reader: Reader, cartId: string): Promise<CartGood[]> =>
  statement(
    reader,
    `select l.quantity, v.unit, v.name, p.name as product_name, v.name as variant_name
     from cart_lines l
       join product_variants v on v.id = l.variant_id
       join products p on p.id = v.product_id
     where l.cart_id = $1 and v.is_active and p.is_active order by l.position`,
    [cartId],
  );
