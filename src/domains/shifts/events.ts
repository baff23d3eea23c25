import type { Fact } from '../../platform/events/outbox.js';
import type { Shift } from './repository.js';

const about = (event: string, shift: Shift, data: Record<string, unknown>): Fact => ({
  event,
  live: true,
  storeId: shift.store_id,
  terminalId: shift.terminal_id,
  subjectId: shift.id,
  data: { shift_id: shift.id, terminal_id: shift.terminal_id, status: shift.status, ...data },
});

export const shiftOpened = (shift: Shift): Fact =>
  about('shift.opened', shift, {
    opening_float: shift.opening_float,
    opened_by: shift.opened_by,
    opened_at: shift.opened_at,
  });

export const shiftClosed = (shift: Shift): Fact =>
  about('shift.closed', shift, {
    z_number: shift.z_number,
    expected_amount: shift.expected_amount,
    counted_amount: shift.counted_amount,
    variance: shift.variance,
    closed_by: shift.closed_by,
    closed_at: shift.closed_at,
  });
