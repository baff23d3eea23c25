-- Whether a cart is the latest of its visit, which the active one is. A cart that is paid or abandoned
-- stays the latest until the next one is made, so that closing it changes no index.
alter table carts add column is_latest boolean not null default false;
update carts set is_latest = true where status = 'ACTIVE';
alter table carts
  alter column is_latest set default true,
  add constraint active_cart_is_latest check (status <> 'ACTIVE' or is_latest) not valid;
