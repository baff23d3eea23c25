-- Look and home page of the shop. The row without a store is the chain's. What a row leaves empty
-- is that of the chain, and then the standard one.
create table shop_themes (
  id               uuid primary key,
  store_id         uuid references stores (id) on delete cascade,
  name             text check (length(name) between 1 and 60),
  logo_id          uuid references media (id),
  primary_color    text check (primary_color ~ '^#[0-9a-f]{6}$'),
  background_color text check (background_color ~ '^#[0-9a-f]{6}$'),
  font             text check (length(font) between 1 and 20),
  hero             jsonb check (jsonb_typeof(hero) = 'object'),
  hero_picture_id  uuid references media (id),
  sections         jsonb check (jsonb_typeof(sections) = 'array'),
  sanity_id        text unique check (length(sanity_id) <= 255),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
-- One per store, and one of the chain.
create unique index shop_themes_of_store
  on shop_themes (coalesce(store_id, '00000000-0000-0000-0000-000000000000'));
create index shop_themes_logo on shop_themes (logo_id);
create index shop_themes_hero_picture on shop_themes (hero_picture_id);

-- Nodes drop their pages of the shop.
create constraint trigger raises_reference_version after insert or update or delete on shop_themes
  deferrable initially deferred for each row execute function raise_reference_version();

create trigger shop_themes_give_content_id after insert on shop_themes
  for each row when (new.sanity_id is not null) execute function give_content_id('theme');
create trigger shop_themes_change_content_id after update of sanity_id on shop_themes
  for each row when (new.sanity_id is distinct from old.sanity_id)
  execute function give_content_id('theme');
create trigger shop_themes_free_content_id after delete on shop_themes
  for each row when (old.sanity_id is not null) execute function give_content_id('theme');

create or replace function default_content_kind(content_id text) returns text language sql immutable as $$
  select case
    when content_id ~ '^product_[0-9]{1,9}$' then 'product'
    when content_id ~* '^[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      case split_part(content_id, '_', 1)
        when 'site' then 'site'
        when 'store' then 'store'
        when 'shopTheme' then 'theme'
        when 'taxJurisdiction' then 'jurisdiction'
        when 'user' then 'user'
        when 'productType' then 'product_type'
        when 'brand' then 'brand'
        when 'category' then 'category'
        when 'collection' then 'collection'
        when 'productVariant' then 'variant'
        when 'inventoryLevel' then 'level'
        when 'zone' then 'zone'
        when 'parLevelItem' then 'par_level'
        when 'paymentMethod' then 'payment_method'
        when 'saleTransaction' then 'sale'
        when 'saleLineItem' then 'sale_line'
        when 'salesReturn' then 'return'
        when 'storeCredit' then 'store_credit'
        when 'transactionPayment' then 'payment'
        when 'refund' then 'refund'
        when 'task' then 'task'
        when 'promotionalCampaign' then 'campaign'
        when 'promotion' then 'promotion'
        when 'promoCode' then 'promo_code'
        when 'abTest' then 'ab_test'
      end
  end
$$;
