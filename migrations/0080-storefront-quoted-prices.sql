-- What the start of a checkout showed; the order is not placed at a higher price without consent.
alter table checkout_sessions add column quote jsonb;
