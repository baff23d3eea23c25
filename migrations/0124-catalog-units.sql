-- Goods sold by weight, volume or length. A quantity of such goods is stored as whole thousandths of
-- the unit, one of pieces as pieces: 432 for 0.432 kg, 2 for 2 pieces. So all quantity columns stay
-- integers, sums stay exact, a fraction of a piece cannot be stored, and no table is rewritten.
-- Both new columns have constant defaults: the locks last for milliseconds, whatever the size.
alter table product_variants
  add column unit text not null default 'piece'
    check (unit in ('piece', 'kg', 'g', 'l', 'ml', 'm', 'cm'));

-- The unit at the time of the sale. Not validated: that would scan every sale, and all have the default.
alter table transaction_lines add column unit text not null default 'piece';
alter table transaction_lines add constraint unit_known
  check (unit in ('piece', 'kg', 'g', 'l', 'ml', 'm', 'cm')) not valid;

-- How many stored steps make one unit, which is what a price and a cost are for.
create function steps_per_unit(unit text) returns integer immutable parallel safe
  return case when unit <> 'piece' then 1000 else 1 end;

-- A stored quantity as people read it: 432 thousandths of a kg are 0.432.
create function shown_quantity(steps bigint, unit text) returns numeric immutable parallel safe
  return case when unit <> 'piece' then trim_scale(steps / 1000.0) else steps end;

-- What reports count as units sold: pieces, or one for each line of measured goods.
create function counted_units(steps bigint, unit text) returns bigint immutable parallel safe
  return case when unit <> 'piece' then 1 else steps end;

-- Stored quantities mean another amount in another unit, so a unit is fixed once goods are stocked,
-- sold or ordered. The lock waits for transactions that are doing so.
create function refuse_unit_change() returns trigger language plpgsql as $$
begin
  perform from product_variants where id = old.id for update;
  if exists (select from inventory_levels where variant_id = old.id)
    or exists (select from transaction_lines where variant_id = old.id)
    or exists (select from purchase_order_lines where variant_id = old.id)
    or exists (select from par_levels where variant_id = old.id) then
    raise exception 'the unit of % cannot change any more', old.sku
      using errcode = 'check_violation', constraint = 'unit_is_fixed';
  end if;
  return new;
end
$$;
create trigger unit_is_fixed before update of unit on product_variants
  for each row when (new.unit <> old.unit) execute function refuse_unit_change();

-- What purchase limits count: a started unit is a whole one, so 0.432 kg count as 1.
create function started_units(steps bigint, unit text) returns bigint immutable parallel safe
  return case when unit = 'piece' then steps else ceil(steps / 1000.0)::bigint end;

-- Purchase orders and par levels count pieces; measured goods are received with a stock adjustment.
create function refuse_measured_goods() returns trigger language plpgsql as $$
begin
  if exists (select from product_variants where id = new.variant_id and unit <> 'piece') then
    raise exception 'goods sold by measure are not counted in pieces'
      using errcode = 'check_violation', constraint = 'pieces_only';
  end if;
  return new;
end
$$;
create trigger pieces_only before insert or update of variant_id on purchase_order_lines
  for each row execute function refuse_measured_goods();
create trigger pieces_only before insert or update of variant_id on par_levels
  for each row execute function refuse_measured_goods();
