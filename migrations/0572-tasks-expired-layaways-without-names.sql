-- A task outlives the erasure of the customer, so it names the sale only. The text began with the name.
update tasks set description = regexp_replace(description, '^.* has paid ', 'The customer has paid '),
  updated_at = now()
where task_id like 'layaway-expired-%' and description ~ '^.* has paid '
  and description not like 'The customer has paid %';
