-- Payments that nobody has confirmed yet: what the processor answered, and what a person decided.

alter table payments
  add column review_decision text,
  add constraint payments_review_decision_check
    check (review_decision in ('accept', 'refund', 'correct')) not valid;

-- One row per payment about which the processor was asked or a task was opened.
create table payment_reviews (
  payment_id     uuid primary key references payments (id),
  store_id       uuid not null references stores (id),
  asks           integer not null default 0,
  asked_at       timestamptz,
  next_ask_at    timestamptz,
  answer         text check (answer in ('verified', 'mismatch', 'not_found', 'waiting', 'unavailable')),
  task_opened_at timestamptz,
  task_closed_at timestamptz,
  constraint closed_after_opening check (task_closed_at is null or task_opened_at is not null)
);
create index payment_reviews_with_task on payment_reviews (payment_id)
  where task_opened_at is not null and task_closed_at is null;

-- Never changed and never deleted. A payment can be flagged again after a decision.
create table payment_review_decisions (
  id                       uuid primary key,
  payment_id               uuid not null references payments (id),
  store_id                 uuid not null references stores (id),
  decision                 text not null check (decision in ('accept', 'refund', 'correct')),
  note                     text not null check (length(note) between 1 and 1000),
  -- The state that the person saw.
  verification             text not null,
  reason                   text not null,
  -- What a correction replaced.
  processor_transaction_id text,
  reference                text,
  refund_id                uuid references refunds (id),
  decided_by               uuid references users (id) on delete set null,
  decided_by_name          text not null,
  decided_at               timestamptz not null
);
create index payment_review_decisions_of_payment on payment_review_decisions (payment_id, decided_at);

-- Releases before this one recorded card payments without any proof, and nothing can verify them
-- now. They are accepted by name, so that a new check of the books starts from here.
insert into payment_review_decisions (id, payment_id, store_id, decision, note, verification, reason,
  decided_by_name, decided_at)
select gen_random_uuid(), p.id, p.store_id, 'accept', 'Recorded before payments were reviewed.',
  p.verification, 'no_proof', 'Upgrade', now()
from payments p join payment_methods m on m.id = p.payment_method_id
where m.method_type = 'card' and p.processor_transaction_id is null and p.reference is null
  and p.verification in ('not_needed', 'unverified')
  and (p.status = 'succeeded' or (p.status = 'voided' and p.processed_at is not null));

update payments p set review_decision = 'accept'
from payment_review_decisions d where d.payment_id = p.id;
