-- A link for the first password: valid for longer than one for a new password, and also for staff
-- who have no password yet.
alter table password_resets add column is_invitation boolean not null default false;
