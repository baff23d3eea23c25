-- A payment on a stand-alone card terminal is known by the number of its slip. The brand of the
-- card comes from the processor, as its last four digits do.
alter table payments
  add column reference text check (length(reference) between 1 and 100),
  add column card_brand text check (length(card_brand) between 1 and 50);

alter table payment_methods
  add column requires_reference boolean not null default false;
