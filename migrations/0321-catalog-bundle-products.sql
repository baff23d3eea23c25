-- A variant that moves to a digital product becomes digital. Its update has locked the variant, which
-- makes a bundle that is being saved wait, or this change; the lock makes a change of the product wait.
create function refuse_move_to_digital() returns trigger language plpgsql as $$
begin
  perform from products where id = new.product_id for share;
  if exists (select from products where id = new.product_id and is_digital)
    and exists (select from bundle_parts where bundle_id = old.id or variant_id = old.id) then
    raise exception 'the variant % is a bundle or part of one', old.sku
      using errcode = 'check_violation', constraint = 'bundle_stays_goods';
  end if;
  return new;
end
$$;
create trigger bundle_stays_goods before update of product_id on product_variants
  for each row when (new.product_id is distinct from old.product_id)
  execute function refuse_move_to_digital();
