-- Carts take goods sold by weight, volume or length, in thousandths of their unit as stock does: at
-- most 999 pieces of an article, or 9,999 of any other unit. A domain does not know the unit of an
-- article; the statements of the carts check its own limit, this constraint the larger one. Not
-- validated: every stored quantity keeps the earlier, smaller limit.
alter domain cart_quantities drop constraint cart_quantity;
alter domain cart_quantities
  add constraint cart_quantity check (1 <= all (value) and 9999000 >= all (value)) not valid;

-- A cart is one more place where a quantity depends on the unit. Goods without a level, such as
-- digital ones, are in carts too.
create or replace function refuse_unit_change() returns trigger language plpgsql as $$
begin
  perform from product_variants where id = old.id for update;
  if exists (select from inventory_levels where variant_id = old.id)
    or exists (select from transaction_lines where variant_id = old.id)
    or exists (select from purchase_order_lines where variant_id = old.id)
    or exists (select from par_levels where variant_id = old.id)
    or exists (select from carts where status = 'ACTIVE' and variant_ids::uuid[] @> array[old.id]) then
    raise exception 'the unit of % cannot change any more', old.sku
      using errcode = 'check_violation', constraint = 'unit_is_fixed';
  end if;
  return new;
end
$$;
