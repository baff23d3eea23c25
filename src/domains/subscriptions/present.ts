import type { Delivery } from './delivery-repository.js';
import type { Endpoint } from './repository.js';

export const presentEndpoint = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  store_ids: endpoint.store_ids,
  is_active: endpoint.is_active,
  failures_in_row: endpoint.failures_in_row,
  failing_since: endpoint.failing_since?.toISOString() ?? null,
  paused_until: endpoint.paused_until?.toISOString() ?? null,
  disabled_at: endpoint.disabled_at?.toISOString() ?? null,
  disabled_reason: endpoint.disabled_reason,
  created_at: endpoint.created_at.toISOString(),
  updated_at: endpoint.updated_at.toISOString(),
});

export const presentDelivery = (delivery: Delivery) => ({
  id: delivery.id,
  event_id: delivery.event_id,
  event: delivery.event,
  status: delivery.status,
  attempts: delivery.attempts,
  response_status: delivery.response_status,
  response_body: delivery.response_body,
  error: delivery.error,
  duration_ms: delivery.duration_ms,
  created_at: delivery.created_at.toISOString(),
  next_attempt_at: delivery.next_attempt_at?.toISOString() ?? null,
  finished_at: delivery.finished_at?.toISOString() ?? null,
});
