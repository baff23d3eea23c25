-- When somebody who registers asked for mails beyond those about orders; the account takes it over.
alter table registrations add column mail_consent_at timestamptz;
