-- Texts of a store's own in mails to customers: {kind: {language: {subject, intro, closing}}}. An
-- empty text, or none, is that of the service. They are read with the store.
alter table stores add column mail_templates jsonb not null default '{}';
