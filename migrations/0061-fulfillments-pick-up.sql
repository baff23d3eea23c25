-- Tills find orders by the customer's name and phone number, and record who handed the goods over.
alter table fulfillments
  add column customer_name         text not null default '',
  add column customer_phone        text not null default '',
  add column handed_over_at        timestamptz,
  add column handed_over_by        uuid references users (id) on delete set null,
  add column handed_over_terminal  text;

-- Names of the orders that are still waiting; closed ones are not searched.
update fulfillments f
set customer_name = left(coalesce(
      nullif(trim(concat_ws(' ', f.shipping_address->>'firstName', f.shipping_address->>'lastName')), ''),
      nullif(trim(concat_ws(' ', c.form->'billing_address'->>'firstName',
        c.form->'billing_address'->>'lastName')), ''),
      nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''),
      ''), 255),
    customer_phone = left(coalesce(
      nullif(f.shipping_address->>'phone', ''),
      nullif(c.form->'billing_address'->>'phone', ''),
      nullif(u.phone, ''),
      ''), 255)
from transactions t
  left join users u on u.id = t.customer_id
  left join checkout_sessions c on c.transaction_id = t.id
where t.id = f.transaction_id and f.status in ('pending', 'processing', 'ready_for_pickup');

-- The orders that wait at a counter; few of a store's fulfillments are open at a time.
create index fulfillments_waiting on fulfillments (store_id, id)
  where status in ('pending', 'processing', 'ready_for_pickup')
    and fulfillment_type in ('pickup', 'in_store');
