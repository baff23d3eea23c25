-- A file that goes with a mail, such as the PDF of a quote; kept until the mail is sent.
alter table mails
  add column attachment_name text,
  add column attachment bytea;
