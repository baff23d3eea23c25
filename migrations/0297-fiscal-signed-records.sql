-- The refunds, payments and movements of cash that a signature covers.
alter table fiscal_signatures add column record_ids uuid[] not null default '{}';
create index fiscal_signatures_of_record on fiscal_signatures using gin (record_ids)
  where record_ids <> '{}';
