-- Points of customers.

-- What a store gives for each whole unit of its currency; 0 gives none.
alter table stores add column loyalty_points_per_unit integer not null default 1
  check (loyalty_points_per_unit between 0 and 1000);

-- An append-only ledger. `users.loyalty_points` is the balance and always equals its sum.
create table loyalty_entries (
  id                 uuid primary key,
  customer_id        uuid not null references users (id) on delete cascade,
  kind               text not null check (kind in ('opening', 'earned', 'taken_back')),
  points             integer not null,
  transaction_id     uuid references transactions (id),
  transaction_number text,
  store_id           uuid references stores (id),
  occurred_at        timestamptz not null,
  constraint points_fit_their_kind check (case kind when 'taken_back' then points < 0 else points >= 0 end),
  constraint sale_of_its_kind check ((kind = 'opening') = (transaction_id is null))
);
create index loyalty_entries_of_customer on loyalty_entries (customer_id, id desc);
create index loyalty_entries_of_sale on loyalty_entries (transaction_id);
-- A sale earns once, however often its fact is delivered; an entry of 0 points fixes that too.
create unique index loyalty_one_earning_per_sale on loyalty_entries (transaction_id) where kind = 'earned';

create function refuse_change_of_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'entries of this ledger are never changed';
end
$$;
create trigger append_only before update on loyalty_entries
  for each row execute function refuse_change_of_ledger();

insert into loyalty_entries (id, customer_id, kind, points, occurred_at)
select gen_random_uuid(), id, 'opening', loyalty_points, now() from users where loyalty_points > 0;
