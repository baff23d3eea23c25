-- Reminders of carts start from the few people who allow mails.
create index users_with_mail_consent on users (id) where mail_consent_at is not null;
