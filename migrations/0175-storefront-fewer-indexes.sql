-- Indexes that a nightly job used, or nothing, and that every cart and every charge paid for.
drop index carts_stale;
drop index sandbox_intents_newest;
