-- Amounts have ten digits before the point, their sum over a day may have more: a shift must still
-- be readable, and close.
alter table shifts drop column variance;
alter table shifts alter column expected_amount type numeric(20, 2);
-- Positive when cash is missing.
alter table shifts add column variance numeric(20, 2)
  generated always as (expected_amount - counted_amount) stored;
