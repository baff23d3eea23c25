-- An uncertain charge is a charge whose outcome the processor has not confirmed. The table, its
-- columns, indexes and constraints take that name; the retry columns are named as in `refunds`.
alter table doubtful_charges rename to uncertain_charges;
alter table uncertain_charges rename column next_look_at to next_attempt_at;
alter table uncertain_charges rename column looks to attempts;

alter index doubtful_charges_open rename to uncertain_charges_open;
alter index doubtful_charges_settled rename to uncertain_charges_settled;

alter table uncertain_charges rename constraint doubtful_charges_pkey to uncertain_charges_pkey;
alter table uncertain_charges
  rename constraint doubtful_charges_payment_id_fkey to uncertain_charges_payment_id_fkey;
alter table uncertain_charges
  rename constraint doubtful_charges_outcome_check to uncertain_charges_outcome_check;

-- PostgreSQL 18 names not-null constraints as well; earlier versions have none to rename.
do $$
declare
  old_name text;
  new_name text;
begin
  for old_name in
    select conname from pg_constraint
    where conrelid = 'uncertain_charges'::regclass and conname like 'doubtful\_charges\_%'
  loop
    new_name := replace(old_name, 'doubtful_charges', 'uncertain_charges');
    new_name := replace(new_name, 'next_look_at', 'next_attempt_at');
    new_name := replace(new_name, 'looks', 'attempts');
    execute format('alter table uncertain_charges rename constraint %I to %I', old_name, new_name);
  end loop;
end $$;
