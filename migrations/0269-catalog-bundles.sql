-- What a bundle is made of. A variant with parts is a bundle: it has a price of its own, and its
-- stock is that of its parts.
create table bundle_parts (
  bundle_id  uuid not null references product_variants (id) on delete cascade,
  variant_id uuid not null references product_variants (id),
  -- In steps of the part's unit, for one bundle.
  quantity   integer not null check (quantity between 1 and 99000),
  position   smallint not null,
  primary key (bundle_id, variant_id),
  check (bundle_id <> variant_id)
);
create index bundle_parts_variant on bundle_parts (variant_id);

create constraint trigger raises_reference_version after insert or update or delete on bundle_parts
  deferrable initially deferred for each row execute function raise_reference_version();
create constraint trigger stamps_catalog_change after insert or update or delete on bundle_parts
  deferrable initially deferred for each row
  execute function stamp_catalog_change('variant', 'bundle_id');

-- Goods on the shelf would be sold by nobody once their article is a bundle.
create function refuse_stocked_bundle() returns trigger language plpgsql as $$
begin
  if exists (select from inventory_levels
      where variant_id = new.bundle_id and (on_hand <> 0 or reserved <> 0)) then
    raise exception 'the bundle % has stock of its own', new.bundle_id
      using errcode = 'check_violation', constraint = 'bundle_without_stock';
  end if;
  return new;
end
$$;
create trigger bundle_without_stock before insert on bundle_parts
  for each row execute function refuse_stocked_bundle();

-- The bundle that a line was sold in: its variant, SKU, name, quantity and place in the sale.
alter table transaction_lines add column bundle jsonb;
