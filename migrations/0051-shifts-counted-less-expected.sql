-- A shift's difference is counted less expected: negative when cash is missing. Stored Z reports
-- stay as they are; their difference is computed when they are read.
alter table shifts drop column variance;
alter table shifts add column variance numeric(20, 2)
  generated always as (counted_amount - expected_amount) stored;
