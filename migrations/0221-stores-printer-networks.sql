-- Networks that hold the printers of a store, as CIDR blocks. Empty: every private network.
alter table stores add column printer_networks text[] not null default '{}';
