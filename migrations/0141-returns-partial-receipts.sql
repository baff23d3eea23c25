-- Fewer goods than announced may arrive. The return keeps what was announced, as
-- `[{original_line_item, quantity}]`, and names the return that waits for the rest.
alter table returns
  add column announced jsonb,
  add column rest_return_id uuid references returns (id);
