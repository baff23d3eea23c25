-- For how many months points and gift cards are valid; null: they never expire. A change applies to
-- points earned and cards sold afterwards.
alter table stores
  add column points_months smallint
    constraint points_months_in_range check (points_months between 1 and 120),
  add column gift_card_months smallint
    constraint gift_card_months_in_range check (gift_card_months between 1 and 600);
