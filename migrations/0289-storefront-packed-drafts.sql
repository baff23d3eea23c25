-- A draft is stored packed (src/platform/packing.ts), without what the database adds to it. The table
-- holds only the attempts that are being paid now, so rewriting it takes no time. The byte 0 in front
-- says that a draft of the release before is plain text.
alter table checkout_attempts
  add column number text,
  add column opened_at timestamptz;
update checkout_attempts
set number = draft ->> 'number', opened_at = (draft ->> 'openedAt')::timestamptz
where draft is not null;
alter table checkout_attempts
  alter column draft type bytea using '\x00'::bytea || convert_to(draft::text, 'UTF8');
