-- One request of a till: the sale with its cash payment, in one commit.
\set product random(1, 8)

begin;
insert into orders (number, store_id, channel, status, total)
select 'TXN-' || nextval('order_numbers'), 1, 'till', 'paid', price from products
where id = :product and is_active returning id as order_id, total
\gset
insert into order_lines (order_id, position, product_id, quantity, price)
values (:order_id, 1, :product, 1, :total);
insert into payments (order_id, method, amount, status)
values (:order_id, 'cash', :total, 'succeeded');
update stock set on_hand = on_hand - 1 where store_id = 1 and product_id = :product;
insert into outbox (event, order_id, body)
values ('order.paid', :order_id, jsonb_build_object('total', :total::int));
commit;
