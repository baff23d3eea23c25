-- The tracking number that was mailed to the customer; null if none was. A corrected number is mailed again.
alter table shipments add column mailed_tracking_number text;
-- Parcels of the release before get no mail after the upgrade.
update shipments set mailed_tracking_number = tracking_number where tracking_number <> '';
