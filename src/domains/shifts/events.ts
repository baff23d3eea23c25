import { Money, Nullable, OneOf, Timestamp, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { Shift } from './repository.js';
import { SHIFT_STATUSES } from './rules.js';

/** Many amounts added up: wider than any one of them. */
const Sum = Type.String({ pattern: '^-?\\d{1,18}\\.\\d{2,3}$', examples: ['112.50'] });

const shared = {
  shift_id: Uuid,
  terminal_id: Type.String(),
  status: OneOf(SHIFT_STATUSES),
};

const about = <Data extends object>(shift: Shift, data: Data) => ({
  storeId: shift.store_id,
  terminalId: shift.terminal_id,
  subjectId: shift.id,
  data: { shift_id: shift.id, terminal_id: shift.terminal_id, status: shift.status, ...data },
});

export const shiftOpened = defineEvent(
  'shift.opened',
  {
    summary: 'A shift was opened at a till.',
    data: Type.Object({
      ...shared,
      opening_float: Money,
      opened_by: Uuid,
      opened_at: Timestamp,
    }),
    live: true,
    webhook: true,
  },
  (shift: Shift) =>
    about(shift, {
      opening_float: shift.opening_float,
      opened_by: shift.opened_by,
      opened_at: shift.opened_at.toISOString(),
    }),
);

export const shiftClosed = defineEvent(
  'shift.closed',
  {
    summary: 'A shift was closed with its Z report.',
    data: Type.Object({
      ...shared,
      z_number: Nullable(Type.Integer()),
      expected_amount: Nullable(Sum),
      counted_amount: Nullable(Sum),
      variance: Nullable(Sum),
      closed_by: Nullable(Uuid),
      closed_at: Nullable(Timestamp),
    }),
    live: true,
    webhook: true,
  },
  (shift: Shift) =>
    about(shift, {
      z_number: shift.z_number,
      expected_amount: shift.expected_amount,
      counted_amount: shift.counted_amount,
      variance: shift.variance,
      closed_by: shift.closed_by,
      closed_at: shift.closed_at?.toISOString() ?? null,
    }),
);
