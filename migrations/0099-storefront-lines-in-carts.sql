-- A cart is one row that every change rewrites in place: its lines are two lists of equal length,
-- in the order in which the articles were added. A line of its own cost a row, an index entry, two
-- foreign-key checks and a count of the cart's lines with every article.
create domain cart_variants as uuid[]
  constraint cart_lines_limit check (cardinality(value) <= 100);
create domain cart_quantities as integer[]
  constraint cart_quantity check (1 <= all (value) and 999 >= all (value));

alter table carts
  add column variant_ids cart_variants not null default '{}',
  add column quantities cart_quantities not null default '{}';

update carts set variant_ids = stored.variant_ids, quantities = stored.quantities
from (
  select cart_id, array_agg(variant_id order by added_at, variant_id) as variant_ids,
         array_agg(quantity order by added_at, variant_id) as quantities
  from cart_lines group by cart_id
) stored
where stored.cart_id = carts.id;

drop table cart_lines;
drop function refuse_full_cart();

-- The lines as rows, for readers. A deleted variant stays in the lists; readers join the variants.
create view cart_lines as
  select carts.id as cart_id, line.variant_id, line.quantity, line.position::integer as position
  from carts
    cross join lateral unnest(carts.variant_ids::uuid[], carts.quantities::integer[])
      with ordinality as line (variant_id, quantity, position);

-- One index instead of two: carts of a visit, of which one may be active.
drop index carts_of_session;
drop index carts_one_active;
create unique index carts_one_active
  on carts (session_id, (case when status <> 'ACTIVE' then id end)) nulls not distinct;

-- A checkout goes with its cart, and the cart with its visit.
alter table checkout_sessions drop constraint checkout_sessions_session_id_fkey;
drop index checkout_sessions_of_session;
-- One index instead of two: checkouts of a cart, of which one may be in payment or paid.
drop index checkout_sessions_of_cart;
drop index checkout_sessions_one_paid_per_cart;
create unique index checkout_sessions_one_paid_per_cart on checkout_sessions (cart_id, (case
  when status in ('payment_processing', 'payment_requires_action', 'completed') then null else id end))
  nulls not distinct;
-- Most checkouts end before a payment; an index without nulls costs them nothing.
alter table checkout_sessions drop constraint checkout_sessions_transaction_id_key;
create unique index checkout_sessions_of_transaction on checkout_sessions (transaction_id)
  where transaction_id is not null;
drop index checkout_sessions_of_payment;
create unique index checkout_sessions_of_payment on checkout_sessions (payment_id)
  where payment_id is not null;
