-- Purchase orders, transfers and stock counts bring stock, and a bundle has that of its parts. The lock
-- waits for a bundle that is being saved, and one that is saved later waits for these lines.
create function refuse_bundles() returns trigger language plpgsql as $$
begin
  perform from product_variants where id in (select variant_id from added) order by id for key share;
  if exists (select from added join bundle_parts on bundle_id = added.variant_id) then
    raise exception 'a bundle has no stock of its own'
      using errcode = 'check_violation', constraint = 'no_bundles';
  end if;
  return null;
end
$$;
create trigger no_bundles after insert on purchase_order_lines
  referencing new table as added for each statement execute function refuse_bundles();
create trigger no_bundles after insert on stock_transfer_lines
  referencing new table as added for each statement execute function refuse_bundles();
create trigger no_bundles after insert on stock_count_lines
  referencing new table as added for each statement execute function refuse_bundles();

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
  if exists (select from stock_count_lines where variant_id = new.bundle_id and is_open) then
    raise exception 'the bundle % is being counted', new.bundle_id
      using errcode = 'check_violation', constraint = 'bundle_not_counted';
  end if;
  return new;
end
$$;
