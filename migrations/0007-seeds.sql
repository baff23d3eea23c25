-- Demo data arrives in named parts, each once: what a person deletes afterwards stays deleted.
create table seeds (
  name       text primary key,
  applied_at timestamptz not null default now()
);
