-- Four requests of a guest. What is charged is committed before the charge.
\set product random(1, 8)

-- Visit
insert into carts (store_id, token, email)
values (1, uuid_send(gen_random_uuid()), 'ada@example.com') returning id as cart
\gset

-- Add
insert into cart_lines (cart_id, product_id, quantity)
select id, :product::int, 1 from carts where id = :cart and status = 'active';

-- Initiate
begin;
update stock set reserved = reserved + line.quantity from cart_lines line
where line.cart_id = :cart and stock.store_id = 1 and stock.product_id = line.product_id
  and on_hand - reserved >= line.quantity;
insert into reservations (cart_id, store_id, product_id, quantity, expires_at)
select cart_id, 1, product_id, quantity, now() + interval '30 minutes' from cart_lines
where cart_id = :cart;
update carts set status = 'checkout' where id = :cart and status = 'active';
commit;

-- Complete: the order and its payment, durable before the charge
begin;
insert into orders (number, store_id, cart_id, channel, status, total, address)
select 'WEB-' || nextval('order_numbers'), 1, :cart::uuid, 'web', 'open', sum(line.quantity * price),
  '{"name": "Ada Byron", "street": "1 Park Avenue", "city": "New York", "postcode": "10016"}'
from cart_lines line join products on products.id = product_id where cart_id = :cart
returning id as order_id, total
\gset
insert into order_lines (order_id, position, product_id, quantity, price)
select :order_id::uuid, row_number() over (order by product_id), product_id, line.quantity, price
from cart_lines line join products on products.id = product_id where cart_id = :cart;
insert into payments (order_id, method, amount, status)
values (:order_id, 'card', :total, 'started') returning id as payment
\gset
insert into outbox (event, order_id, body)
values ('order.created', :order_id, jsonb_build_object('total', :total::int));
commit;

-- Complete: the charge succeeded
begin;
update payments set status = 'succeeded', reference = 'pi_' || id
where id = :payment and status = 'started';
update orders set status = 'paid' where id = :order_id and status = 'open';
with used as (
  delete from reservations where cart_id = :cart returning store_id, product_id, quantity
)
update stock set on_hand = on_hand - used.quantity, reserved = reserved - used.quantity from used
where stock.store_id = used.store_id and stock.product_id = used.product_id;
update carts set status = 'ordered' where id = :cart;
insert into outbox (event, order_id, body)
values ('order.paid', :order_id, jsonb_build_object('total', :total::int));
commit;
