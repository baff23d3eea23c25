-- A consumer of order events has a new name and keeps its positions.
update event_positions set consumer = 'agents:note-order-changes'
where consumer = 'agents:note-order-news';
