-- Two requests of a till: the sale, then its cash payment.
\set product random(1, 8)

begin;
insert into orders (number, store_id, channel, status, total)
select 'TXN-' || nextval('order_numbers'), 1, 'till', 'open', price from products
where id = :product and is_active returning id as order_id, total
\gset
insert into order_lines (order_id, position, product_id, quantity, price)
values (:order_id, 1, :product, 1, :total);
insert into outbox (event, order_id, body)
values ('order.created', :order_id, jsonb_build_object('total', :total::int));
commit;

begin;
insert into payments (order_id, method, amount, status)
select id, 'cash', total, 'succeeded' from orders where id = :order_id and status = 'open';
update orders set status = 'paid' where id = :order_id and status = 'open';
update stock set on_hand = on_hand - 1 where store_id = 1 and product_id = :product;
insert into outbox (event, order_id, body)
values ('order.paid', :order_id, jsonb_build_object('total', :total::int));
commit;
