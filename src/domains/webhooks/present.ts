import type { LedgerRow } from './repository.js';

export const presentEvent = (row: LedgerRow) => ({
  id: row.id,
  event_id: row.event_id,
  event_type: row.event_type,
  processor: row.processor,
  status: row.status,
  payment: row.payment_id,
  result: row.result,
  error_message: row.error_message,
  attempts: row.attempts,
  raw_payload: row.raw_payload,
  received_at: row.received_at.toISOString(),
  processed_at: row.processed_at?.toISOString() ?? null,
});
