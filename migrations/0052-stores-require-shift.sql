-- Whether a till of the store takes payments only with an open shift.
alter table stores add column require_shift boolean not null default false;
