-- Every amount of a promotion has a currency: the budget of a campaign its own, all others that of
-- the sale they come from.

-- The currency that these stores share (null: all stores), and USD where they differ or there are none.
create function shared_currency(store_ids uuid[] default null) returns text
language sql stable as $$
  select case when count(distinct currency) = 1 then min(currency) else 'USD' end
  from stores where $1 is null or id = any ($1)
$$;

alter table campaigns add column currency text not null default shared_currency()
  check (currency ~ '^[A-Z]{3}$');
update campaigns set currency = shared_currency(store_ids) where store_ids is not null;

alter table campaign_spends add column currency text;
alter table campaign_conversions add column currency text;
alter table promo_code_usages add column currency text;
-- The currency of the revenue; null without a sale.
alter table ab_subjects add column currency text;

update campaign_spends u set currency = t.currency from transactions t where t.id = u.transaction_id;
update campaign_conversions u set currency = t.currency from transactions t where t.id = u.transaction_id;
update promo_code_usages u set currency = t.currency from transactions t where t.id = u.transaction_id;
update ab_subjects u set currency = t.currency from transactions t where t.id = u.transaction_id;
-- Sales that an archive took away: the currency of their store, and that of the campaign.
update campaign_conversions u set currency = s.currency from stores s
where s.id = u.store_id and u.currency is null;
update promo_code_usages u set currency = s.currency from stores s
where s.id = u.store_id and u.currency is null;
update campaign_spends u set currency = c.currency from campaigns c
where c.id = u.campaign_id and u.currency is null;
update ab_subjects set currency = shared_currency() where transaction_id is not null and currency is null;

alter table campaign_spends alter column currency set not null;
alter table campaign_conversions alter column currency set not null;
alter table promo_code_usages alter column currency set not null;
alter table ab_subjects add constraint revenue_has_currency
  check (currency is not null or revenue = 0);

-- Discounts in another currency no longer use up the budget.
update campaigns c set spent = coalesce((
  select sum(s.amount) from campaign_spends s
  where s.campaign_id = c.id and s.currency = c.currency and s.released_at is null), 0)
where exists (
  select from campaign_spends s where s.campaign_id = c.id and s.currency <> c.currency);
