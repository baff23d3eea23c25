-- Passkeys of customers and staff (WebAuthn). `counter` is the last signature counter; passkeys that
-- are synchronized between devices always send 0.
create table passkeys (
  id            uuid primary key,
  user_id       uuid not null references users (id) on delete cascade,
  credential_id text not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  constraint passkeys_credential unique (credential_id)
);
create index passkeys_user on passkeys (user_id);

-- Challenges that a browser has to sign, each once and within minutes. `user_id` is the person who
-- adds a passkey; null for a login.
create table passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  user_id        uuid references users (id) on delete cascade,
  expires_at     timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);
create index passkey_challenges_user on passkey_challenges (user_id);
