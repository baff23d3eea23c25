-- Where orders that are shipped are taxed: at the store, or at the address they go to.
alter table stores add column tax_sourcing text not null default 'origin'
  check (tax_sourcing in ('origin', 'destination'));

-- The addresses that a jurisdiction taxes; without a country it taxes only sales of its stores.
-- '*' is every country that no other jurisdiction names, except that of the store.
alter table tax_jurisdictions
  add column country text check (country = '*' or country ~ '^[A-Z]{2}$'),
  -- As in ISO 3166-2 after the hyphen, such as CA; null: the whole country.
  add column region text check (region ~ '^[A-Z0-9]{1,3}$'),
  add constraint tax_jurisdictions_place check (region is null or coalesce(country, '*') <> '*');
