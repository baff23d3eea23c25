-- Logins through the company's identity provider (OpenID Connect) that are under way. `browser_hash`
-- is the SHA-256 of a cookie. `sealed` holds, encrypted, what the answer of the provider is checked
-- with, and afterwards who it says the person is (`is_answered`).
create table oidc_logins (
  browser_hash bytea primary key check (length(browser_hash) = 32),
  sealed       bytea not null,
  is_taken     boolean not null default false,
  is_answered  boolean not null default false,
  expires_at   timestamptz not null
);
create index oidc_logins_expiry on oidc_logins (expires_at);

-- Which person of the provider is which user. It stays when the e-mail address changes.
create table oidc_subjects (
  issuer    text not null,
  subject   text not null,
  user_id   uuid not null references users (id) on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  constraint oidc_subjects_user unique (user_id, issuer)
);
