-- A code or link token in a mail is kept apart from the text, encrypted, until the mail is sent.
alter table mails add column secret bytea;
