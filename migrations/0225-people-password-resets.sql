-- The one-time links with which people choose a new password. `token_hash` is the SHA-256 of the
-- token in the link. An address without an account gets a row without a user, so that the request
-- takes as long as one for an account.
create table password_resets (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id    uuid references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at    timestamptz
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);
