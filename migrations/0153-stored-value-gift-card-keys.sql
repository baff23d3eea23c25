-- The keys of the hashes of gift card codes, encrypted with the service's secret. A change of the secret
-- encrypts them anew, so cards stay valid although nobody knows their codes. The service adds the first
-- key when it starts; for cards of earlier releases it is the one that they were stored under.
create table gift_card_keys (
  id         uuid primary key,
  key_sealed bytea not null,
  created_at timestamptz not null default now()
);
