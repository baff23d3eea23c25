-- A cancelled delivery may keep the money: those units are settled, although nothing was refunded.
alter table return_lines
  add column withheld numeric(12, 2) not null default 0 check (withheld >= 0);

-- Why a delivery was cancelled.
alter table fulfillments add column cancel_reason text;
