import { Type } from '../../src/platform/http/schemas.js';
import {
  defineEvent,
  type NewEvent,
  type Subject,
} from '../../src/platform/work/events/define-event.js';

const AnyData = Type.Object({}, { additionalProperties: true });

/** An event of any name with any data, for tests of what carries events. */
export const looseEvent = (
  event: string,
  about: Subject<Record<string, unknown>>,
  live = false,
): NewEvent => defineEvent(event, { summary: '', data: AnyData, live }, () => about)();
