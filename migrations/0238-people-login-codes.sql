-- One-time codes by mail with which customers log in. `token_hash` is the SHA-256 of the token that
-- the browser keeps. An address without a customer gets a row without a user, and no mail.
create table login_codes (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id    uuid references users (id) on delete cascade,
  code_hash  bytea not null,
  tries      integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at    timestamptz
);
create index login_codes_user on login_codes (user_id);
create index login_codes_expiry on login_codes (expires_at);
