-- An age that was too low stands for a day: for the visit (`session:…`), the customer (`user:…`) and
-- the keyed hash of the client address (`client:…`).
create table age_refusals (
  subject    text primary key check (length(subject) between 1 and 200),
  age        smallint not null check (age between 0 and 130),
  refused_at timestamptz not null,
  expires_at timestamptz not null
);
create index age_refusals_expiring on age_refusals (expires_at);

-- A check by staff outranks what the customer declares.
alter table age_verifications add column is_checked boolean not null default false;
alter table age_verifications add column checked_by uuid references users (id) on delete set null;
