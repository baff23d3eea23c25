-- A job of the kind `drawer` is the pulse alone. Its cause is a payment, a refund or an opening.
alter table print_jobs
  add column cause_id uuid,
  drop constraint print_jobs_kind_check,
  drop constraint sales_have_papers,
  add constraint print_jobs_kind_check
    check (kind in ('receipt', 'gift', 'refund', 'ticket', 'test', 'drawer')),
  add constraint sales_have_papers
    check (kind = 'drawer' or (kind = 'test') = (transaction_id is null)),
  add constraint drawer_jobs_have_a_cause check ((kind = 'drawer') = (cause_id is not null));
-- Its event may arrive twice; the drawer opens once.
create unique index one_drawer_job_per_cause on print_jobs (cause_id) where kind = 'drawer';
