-- A job of the kind `report` is the X or Z report of a shift. A blind one has no amounts, because the
-- cashier who asked for it has not counted the drawer.
alter table print_jobs
  add column shift_id uuid,
  add column report text check (report in ('x', 'z')),
  add column is_blind boolean not null default false,
  drop constraint print_jobs_kind_check,
  drop constraint sales_have_papers,
  add constraint print_jobs_kind_check
    check (kind in ('receipt', 'gift', 'refund', 'ticket', 'test', 'drawer', 'report')),
  add constraint sales_have_papers
    check (kind = 'drawer' or (kind in ('test', 'report')) = (transaction_id is null)),
  add constraint reports_have_a_shift
    check ((kind = 'report') = (shift_id is not null and report is not null));
