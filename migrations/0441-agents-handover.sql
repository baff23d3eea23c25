-- A session that the buyer takes over: how often, since when, and until when a bank's challenge
-- keeps goods. What the program can show to the buyer is part of the negotiation of the
-- Agentic Commerce Protocol.
alter table agent_checkouts
  add column protocol text not null default 'acp' check (protocol in ('acp', 'ucp')),
  add column interventions text[],
  add column handovers integer not null default 0,
  add column handed_over_at timestamptz,
  add column challenged_until timestamptz;
