-- no transaction: every checkout writes to checkout_sessions.
-- Checkouts of a cart; unlike the index that it replaces it has no column that a payment changes.
create index concurrently checkout_sessions_of_cart on checkout_sessions (cart_id);
