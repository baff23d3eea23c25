-- What a store can sell of a variant, in steps of its unit. Of a bundle that is what its scarcest
-- part suffices for, and nothing while a part is not on sale.
create view sellable_stock as
select level.store_id, level.variant_id, greatest(level.on_hand - level.reserved, 0) as available
from inventory_levels level
where level.is_active and not exists (
  select from bundle_parts part where part.bundle_id = level.variant_id)
union all
select store.id, part.bundle_id,
  case when bool_and(variant.is_active and product.is_active)
    then min(greatest(coalesce(level.on_hand - level.reserved, 0), 0) / part.quantity)
    else 0 end
from bundle_parts part
  cross join stores store
  join product_variants variant on variant.id = part.variant_id
  join products product on product.id = variant.product_id
  left join inventory_levels level
    on level.store_id = store.id and level.variant_id = part.variant_id and level.is_active
group by store.id, part.bundle_id;
