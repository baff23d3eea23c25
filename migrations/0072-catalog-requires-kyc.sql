-- Goods that only a customer with a verified identity may buy: a product, or a category with all
-- products in it and below it.
alter table products add column requires_kyc boolean not null default false;
alter table categories add column requires_kyc boolean not null default false;
create index categories_requires_kyc on categories (id) where requires_kyc;

create function category_requires_kyc(category uuid) returns boolean
language sql stable as $$
  select exists (select from categories where requires_kyc) and exists (
    with recursive up as (
      select id, parent_id, requires_kyc from categories where id = category
      union select c.id, c.parent_id, c.requires_kyc from categories c join up on c.id = up.parent_id)
    select from up where requires_kyc)
$$;

-- Whether one of the variants requires a verified identity.
create function any_requires_kyc(variants uuid[]) returns boolean
language sql stable as $$
  select exists (
    select from product_variants v join products p on p.id = v.product_id
    where v.id = any (variants) and (p.requires_kyc or (
      exists (select from categories where requires_kyc) and category_requires_kyc(p.category_id))))
$$;

create function is_identity_verified(customer uuid) returns boolean
language sql stable as $$
  select exists (select from kyc_credentials where user_id = customer and status = 'active')
$$;
