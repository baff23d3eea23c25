-- The quantity of a part is in steps of its unit, and a bundle is sold by the piece: both units are
-- fixed while the bundle exists.
create or replace function refuse_unit_change() returns trigger language plpgsql as $$
begin
  perform from product_variants where id = old.id for update;
  if exists (select from inventory_levels where variant_id = old.id)
    or exists (select from transaction_lines where variant_id = old.id)
    or exists (select from purchase_order_lines where variant_id = old.id)
    or exists (select from par_levels where variant_id = old.id)
    or exists (select from bundle_parts where bundle_id = old.id or variant_id = old.id)
    or exists (select from carts where status = 'ACTIVE' and variant_ids::uuid[] @> array[old.id]) then
    raise exception 'the unit of % cannot change any more', old.sku
      using errcode = 'check_violation', constraint = 'unit_is_fixed';
  end if;
  return new;
end
$$;

-- Digital goods have no stock, and bundles are the stock of their parts. The lock makes a bundle that
-- is being saved wait, or this change.
create function refuse_digital_bundle() returns trigger language plpgsql as $$
begin
  perform from product_variants where product_id = old.id order by id for update;
  if exists (select from bundle_parts b join product_variants v on v.id in (b.bundle_id, b.variant_id)
      where v.product_id = old.id) then
    raise exception 'a variant of % is a bundle or part of one', old.name
      using errcode = 'check_violation', constraint = 'bundle_is_not_digital';
  end if;
  return new;
end
$$;
create trigger bundle_is_not_digital before update of is_digital on products
  for each row when (new.is_digital and not old.is_digital) execute function refuse_digital_bundle();

-- Goods that arrive later would be stock of the bundle.
create or replace function refuse_stocked_bundle() returns trigger language plpgsql as $$
begin
  if exists (select from inventory_levels
      where variant_id = new.bundle_id and (on_hand <> 0 or reserved <> 0)) then
    raise exception 'the bundle % has stock of its own', new.bundle_id
      using errcode = 'check_violation', constraint = 'bundle_without_stock';
  end if;
  if exists (select from purchase_order_lines l join purchase_orders o on o.id = l.order_id
      where l.variant_id = new.bundle_id
        and o.status in ('draft', 'submitted', 'partially_received'))
    or exists (select from stock_transfer_lines l join stock_transfers t on t.id = l.transfer_id
      where l.variant_id = new.bundle_id and t.status in ('requested', 'packed', 'in_transit')) then
    raise exception 'the bundle % is on order', new.bundle_id
      using errcode = 'check_violation', constraint = 'bundle_not_on_order';
  end if;
  return new;
end
$$;
