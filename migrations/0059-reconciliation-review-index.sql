-- no transaction: every sale writes to payments.
create index concurrently payments_to_review on payments (id)
  where review_decision is null
    and (verification in ('unverified', 'mismatch') or review_reason is not null);
drop index concurrently if exists payments_unverified;
