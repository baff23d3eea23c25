-- The running attempt of a checkout has a row of its own, which goes when the attempt ends. What a
-- payment changes in the checkout itself is in no index, so its row is updated in place (decision 0025).
create table checkout_attempts (
  -- Two tabs may each start a checkout of one cart, but only one of them pays for it at a time. The
  -- cart of a paid one is not active any more.
  cart_id     uuid constraint one_attempt_per_cart primary key,
  checkout_id uuid not null,
  attempt     integer not null,
  -- Until then somebody works on the attempt, or nobody needs to look at it.
  lease_until timestamptz not null,
  -- Sale and payment while the card is charged; null once they have rows.
  draft       jsonb
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

insert into checkout_attempts (cart_id, checkout_id, attempt, lease_until, draft)
select cart_id, id, attempt, coalesce(lease_until, now()), draft
from checkout_sessions where status in ('payment_processing', 'payment_requires_action');

drop index checkout_sessions_one_paid_per_cart;
drop index checkout_sessions_of_transaction;
drop index checkout_sessions_of_payment;
drop index checkout_sessions_open;
alter table checkout_sessions drop column lease_until, drop column draft;
-- A checkout grows by the form and the ids of its order.
alter table checkout_sessions set (fillfactor = 50);

-- A checkout that is completed closes its cart; one paid at a till during the payment left it open.
update carts set status = 'CONVERTED', updated_at = now()
where status = 'ACTIVE' and exists (
  select from checkout_sessions c where c.cart_id = carts.id and c.status = 'completed');
