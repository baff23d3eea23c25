import {
  Answer,
  Body,
  CalendarDate,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  Params,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { CAUSE_NAMES } from './causes.js';
import { PRIORITIES, TASK_STATUSES } from './rules.js';

/** The column has no limit; this one keeps a page of 200 tasks within a few megabytes. */
const DESCRIPTION_MAX = 20_000;

/** A store by UUID, code or content id; a person by id or employee number. */
const Reference = Text(255, 1);

export const TaskParams = Params({ task_id: Type.String() });
export const TaskBody = Body({
  task_id: Text(100, 1),
  sanity_id: Type.Optional(Nullable(Text(255, 1))),
  title: Text(255, 1),
  description: Type.Optional(Text(DESCRIPTION_MAX)),
  assigned_to: Type.Optional(Nullable(Reference)),
  store: Reference,
  priority: OneOf(PRIORITIES),
  status: Type.Optional(OneOf(TASK_STATUSES)),
  due_date: Type.Optional(Nullable(CalendarDate)),
});
export type TaskInput = Static<typeof TaskBody>;

export const TaskQuery = Query({
  store: Type.Optional(Reference),
  status: Type.Optional(OneOf(TASK_STATUSES)),
  priority: Type.Optional(OneOf(PRIORITIES)),
  assigned_to: Type.Optional(Reference),
  overdue: Type.Optional(Type.Boolean()),
  due_before: Type.Optional(CalendarDate),
  ...PageQuery,
});

export const TaskAnswer = Answer({
  id: Uuid,
  task_id: Type.String(),
  sanity_id: Nullable(Type.String()),
  title: Type.String(),
  description: Type.String(),
  assigned_to: Nullable(Uuid),
  assigned_to_name: Nullable(Type.String()),
  store: Uuid,
  store_code: Type.String(),
  store_name: Type.String(),
  priority: OneOf(PRIORITIES),
  status: OneOf(TASK_STATUSES),
  due_date: Nullable(CalendarDate),
  is_overdue: Type.Boolean(),
  cause: Nullable(
    OneOf(CAUSE_NAMES, {
      description: 'Why the service opened the task; null: a task of a person',
    }),
  ),
  cause_values: Nullable(
    Type.Record(Type.String(), Type.String(), {
      description: 'Values of the text, which screens translate by `cause`',
    }),
  ),
  completed_by: Nullable(Uuid),
  completed_by_name: Nullable(Type.String()),
  completed_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});

/** Hours and minutes, with or without seconds. */
const TimeOfDay = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$',
  examples: ['09:30', '09:30:00'],
});

export const DeliveryParams = Params({ delivery_id: Type.String() });
export const DeliveryBody = Body({
  delivery_id: Text(100, 1),
  vendor_name: Text(255, 1),
  vendor_reference: Type.Optional(Text(100)),
  store: Reference,
  scheduled_date: CalendarDate,
  scheduled_time: TimeOfDay,
  status: Type.Optional(Text(50, 1)),
  actual_arrival: Type.Optional(Nullable(Moment)),
});
export type DeliveryInput = Static<typeof DeliveryBody>;

export const DeliveryQuery = Query({
  store: Type.Optional(Reference),
  status: Type.Optional(Text(50, 1)),
  date_from: Type.Optional(CalendarDate),
  date_to: Type.Optional(CalendarDate),
  late: Type.Optional(Type.Boolean()),
  ...PageQuery,
});

export const DeliveryAnswer = Answer({
  id: Uuid,
  delivery_id: Type.String(),
  vendor_name: Type.String(),
  vendor_reference: Type.String(),
  store: Uuid,
  store_code: Type.String(),
  store_name: Type.String(),
  scheduled_date: CalendarDate,
  scheduled_time: Type.String({ examples: ['09:30:00'] }),
  status: Type.String(),
  actual_arrival: Nullable(Timestamp),
  is_late: Type.Boolean(),
  minutes_late: Type.Integer({ minimum: 0, description: 'Whole minutes, 0 when not late.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
