-- Pieces of each SKU of the sale that had been given back without ever being sent when the parcel left.
alter table shipments add column given_back jsonb not null default '{}';
