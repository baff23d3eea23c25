-- Two requests of a guest: the visit and the first unit.
\set product random(1, 8)
insert into carts (store_id, token, email)
values (1, uuid_send(gen_random_uuid()), 'ada@example.com') returning id as cart
\gset
insert into cart_lines (cart_id, product_id, quantity)
select id, :product::int, 1 from carts where id = :cart and status = 'active';
