-- The one-time links for the first administrator, one for each start without one. `hash` is the
-- SHA-256 of the token in the link.
create table setup_links (
  hash       bytea primary key check (length(hash) = 32),
  expires_at timestamptz not null
);
