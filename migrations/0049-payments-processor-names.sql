-- The list of processors stands once, in src/domains/payments/processors/registry.ts. The database
-- checks only the form of the name, so that a new processor needs no migration. Existing rows passed
-- the stricter check, so they are not scanned again.
alter table payment_methods
  drop constraint payment_methods_processor_type_check,
  add constraint processor_type_form check (processor_type ~ '^[a-z][a-z0-9_]{0,49}$') not valid;

alter table payments
  drop constraint payments_processor_type_check,
  add constraint processor_type_form check (processor_type ~ '^[a-z][a-z0-9_]{0,49}$') not valid;

alter table webhook_events
  drop constraint webhook_events_processor_check,
  add constraint processor_form check (processor ~ '^[a-z][a-z0-9_]{0,49}$') not valid;
