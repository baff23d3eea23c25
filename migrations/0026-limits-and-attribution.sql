-- Purchase limits at the till, and what a completed sale tells campaigns and tests.

-- Whether a limit in force at a store covers one of these variants. A till asks it with the look at
-- the sale that it takes anyway, so a sale without limited goods costs no question of its own.
create function is_purchase_limited(store uuid, variants uuid[]) returns boolean
language sql stable as $$
  select exists (
    select from purchase_limits l
    where l.is_active and (l.store_id is null or l.store_id = store)
      and exists (
        select from product_variants v join products p on p.id = v.product_id
        where v.id = any (variants)
          and (l.variant_id is null or l.variant_id = v.id)
          and (l.product_id is null or l.product_id = p.id)
          and (l.category_id is null or l.category_id = p.category_id)))
$$;

-- {"applied_promotions": [{"promotion_id": …, "amount": …}], "subject_keys": […]}: kept with the sale,
-- because an order may be completed days later, at a till that knows nothing of the visit.
alter table transactions add column attribution jsonb not null default '{}';
