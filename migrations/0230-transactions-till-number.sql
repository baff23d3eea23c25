-- The number that the till gave the sale, such as T-001-000123. It is on the receipt before the
-- service knows of the sale. Null for a sale that no journal of a till has brought.
alter table transactions add column till_number text check (length(till_number) <= 120);
