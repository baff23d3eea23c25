import { type Reader, statement } from '../../../platform/database/tx.js';
import type { Language } from '../../../platform/language.js';
import type { Unit } from '../../../platform/quantity.js';

export type LeftCart = {
  id: string;
  store_name: string;
  store_language: Language;
  email: string;
  language: Language | null;
};

/**
 * Carts with goods that were last changed in this time, of customers who allow mails, have got none
 * about the cart and have ordered nothing since. Carts in payment are left out.
 */
export const leftCarts = (
  reader: Reader,
  changed: { from: Date; before: Date },
  limit: number,
): Promise<LeftCart[]> =>
  statement(
    reader,
    `select c.id, st.name as store_name, st.language as store_language, u.email, u.language
     from users u
       join sessions s on s.user_id = u.id
       join carts c on c.session_id = s.id
       join stores st on st.id = c.store_id
     where u.mail_consent_at is not null and u.is_active and u.role = 'customer'
       and u.email is not null and st.is_active
       and c.status = 'ACTIVE' and c.updated_at >= $1 and c.updated_at < $2
       and cardinality(c.variant_ids) > 0
       and not exists (select from sent_notices n where n.kind = 'cart' and n.about = c.id)
       and not exists (select from checkout_sessions k where k.cart_id = c.id
         and k.status in ('payment_processing', 'payment_requires_action', 'completed'))
       and not exists (select from transactions t
         where t.customer_id = u.id and t.id >= uuid_floor(c.updated_at)
           and t.source_system = 'web_commerce' and t.status not in ('voided', 'expired'))
     order by c.id limit $3`,
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
