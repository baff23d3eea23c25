-- When a store is open. Hours are local to the store: [{"day": 1, "opens": "09:00", "closes": "18:00"}],
-- with Monday as day 1. An empty list says nothing about the hours.
alter table stores
  add column opening_hours jsonb not null default '[]',
  -- [{"date": "2026-12-24", "name": "Christmas Eve", "hours": [{"opens": "09:00", "closes": "13:00"}]}]
  add column special_days jsonb not null default '[]',
  -- Null: orders are handed over while the store is open.
  add column pickup_hours jsonb,
  -- Of the web shop; empty: all that the shop has.
  add column languages text[] not null default '{}';
