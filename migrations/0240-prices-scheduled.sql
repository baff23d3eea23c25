-- no transaction: imports write many prices, and the build must not stop them.
create index concurrently if not exists prices_scheduled on prices (valid_from) where valid_from is not null;
