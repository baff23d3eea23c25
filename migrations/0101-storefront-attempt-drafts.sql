-- While a card is charged, sale and payment exist only as the draft of the attempt, with the ids they
-- will have. They are written when the outcome is known. Attempts that an earlier release opened have
-- their rows already and no draft.
alter table checkout_sessions add column draft jsonb;

-- Both ids are known before their rows exist; the invariant `storefront:attempts` looks for orphans.
alter table checkout_sessions drop constraint checkout_sessions_transaction_id_fkey;
alter table checkout_sessions drop constraint checkout_sessions_payment_id_fkey;
