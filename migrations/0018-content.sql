-- The exchange with the content system. The columns sanity_id, sanity_rev and synced_at of the
-- mirrored tables belong to it as well.

-- The built-in content store, which stands in while no content system is connected.
create table content_documents (
  id            text collate "C" primary key check (length(id) between 1 and 255),
  document_type text not null check (length(document_type) between 1 and 255),
  rev           text not null,
  -- What editors see; the names that begin with an underscore are the columns here.
  body          jsonb not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
create index content_documents_by_type on content_documents (document_type, id);

create table content_revisions (
  position      bigint generated always as identity primary key,
  document_id   text collate "C" not null,
  document_type text not null,
  rev           text not null,
  -- Null when the revision deleted the document.
  body          jsonb,
  recorded_at   timestamptz not null
);
create index content_revisions_of_document on content_revisions (document_id, position desc);
create index content_revisions_age on content_revisions (recorded_at);

-- What we last saw of a document that both sides may edit: over there, and of our record here.
-- Whatever differs from it was edited since, on that side.
create table content_states (
  document_id       text collate "C" primary key check (length(document_id) between 1 and 255),
  kind              text not null,
  record_id         text not null,
  -- Null when there is no document: not yet, or no longer.
  rev               text,
  -- The content system's own time of that revision; older ones that arrive late are passed over.
  remote_updated_at timestamptz,
  remote            jsonb not null default '{}',
  local             jsonb not null default '{}'
);

-- Records whose document has to be written: one row each, however often they change meanwhile.
create table content_changes (
  kind        text not null,
  record_id   text not null,
  -- Set when the record is gone and its document has to go as well.
  deleted_id  text,
  -- Counted up by every change, so that one during the write is not taken for written.
  version     integer not null default 1,
  attempts    integer not null default 0,
  error       text,
  queued_at   timestamptz not null,
  due_at      timestamptz not null,
  lease_until timestamptz,
  -- Set after the last try; the next change of the record or a person starts anew.
  parked_at   timestamptz,
  primary key (kind, record_id)
);
create index content_changes_due on content_changes (due_at) where parked_at is null;
create index content_changes_deleted on content_changes (deleted_id) where deleted_id is not null;
create index content_changes_parked on content_changes (parked_at) where parked_at is not null;

-- Every write of ours, noted before it is sent: a webhook that tells us of one of these revisions
-- is our own echo. A batch that failed is retried document by document.
create table content_mutations (
  document_id   text collate "C" not null,
  rev           text not null,
  document_type text not null,
  operation     text not null check (operation in ('save', 'delete')),
  status        text not null check (status in ('started', 'succeeded', 'failed', 'retried')),
  error         text,
  started_at    timestamptz not null,
  finished_at   timestamptz,
  primary key (document_id, rev)
);
create index content_mutations_finished on content_mutations (finished_at);
create index content_mutations_started on content_mutations (started_at);
create index content_mutations_running on content_mutations (document_id, rev) where status = 'started';

-- Webhooks seen in the last ten minutes. Written in the transaction that queues the payload.
create table content_webhook_keys (
  signature   text not null,
  operation   text not null,
  received_at timestamptz not null,
  primary key (signature, operation)
);
create index content_webhook_keys_age on content_webhook_keys (received_at);

create table content_inbound_events (
  id            uuid primary key,
  document_id   text not null check (length(document_id) <= 255),
  document_type text not null check (length(document_type) <= 255),
  rev           text not null check (length(rev) <= 255),
  operation     text not null check (operation in ('save', 'delete')),
  signature     text not null,
  status        text not null check (status in ('pending', 'processed', 'failed', 'skipped', 'duplicate')),
  -- Why it was skipped.
  reason        text,
  payload       jsonb,
  attempts      integer not null default 0,
  error         text,
  received_at   timestamptz not null,
  due_at        timestamptz,
  processed_at  timestamptz,
  constraint due_while_pending check (status <> 'pending' or due_at is not null)
);
create index content_inbound_events_received on content_inbound_events (received_at);
create index content_inbound_events_processed on content_inbound_events (processed_at);
create index content_inbound_events_by_status on content_inbound_events (status, id desc);
create index content_inbound_events_due on content_inbound_events (due_at) where status = 'pending';
