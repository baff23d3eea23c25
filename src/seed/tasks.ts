import type { Priority, TaskStatus } from '../domains/tasks/index.js';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.js';
import { AIRPORT_ID, DOWNTOWN_ID, demoId, staff, stores } from './data.js';

/** Tasks and deliveries around today, so that every state and both stores have something to show. */
const person = (employeeNumber: string): string | null =>
  staff.find(user => user.employee_number === employeeNumber)?.id ?? null;

/** Local date and time of a store at a given moment. */
function localTime(storeId: string, at: Date): { date: string; time: string } {
  const timeZone = stores.find(store => store.id === storeId)?.time_zone ?? 'UTC';
  // The Swedish locale formats dates and times like ISO 8601.
  const text = at.toLocaleString('sv-SE', { timeZone });
  return { date: text.slice(0, 10), time: text.slice(11, 19) };
}

type DemoTask = {
  task_id: string;
  title: string;
  description: string;
  store: string;
  priority: Priority;
  status?: TaskStatus;
  assignee?: string;
  completer?: string;
  dueInDays?: number;
  createdHoursAgo: number;
};

const demoTasks: DemoTask[] = [
  {
    task_id: 'TASK-1001',
    title: 'Restock the poster rack',
    description: 'POSTER-A2 is below its reorder point; move the last tubes up from the basement.',
    store: DOWNTOWN_ID,
    priority: 'high',
    dueInDays: 0,
    createdHoursAgo: 5,
  },
  {
    task_id: 'TASK-1002',
    title: 'Count the mug shelf',
    description:
      'Count all mugs and enter the result under inventory; the last count was off by two.',
    store: DOWNTOWN_ID,
    priority: 'medium',
    status: 'in_progress',
    assignee: 'EMP001',
    dueInDays: 1,
    createdHoursAgo: 26,
  },
  {
    task_id: 'TASK-1003',
    title: 'Replace the receipt printer on the back counter',
    description: 'The spare is in the office cupboard. Print a test receipt afterwards.',
    store: DOWNTOWN_ID,
    priority: 'high',
    status: 'in_progress',
    assignee: 'EMP002',
    dueInDays: -2,
    createdHoursAgo: 98,
  },
  {
    task_id: 'TASK-1004',
    title: 'Dress the window for the season',
    description: 'Take the sketch in the office as a guide. Photos to the manager when done.',
    store: DOWNTOWN_ID,
    priority: 'low',
    dueInDays: 6,
    createdHoursAgo: 50,
  },
  {
    task_id: 'TASK-1005',
    title: 'Check the best-before dates of the coffee',
    description: 'Anything within four weeks goes on the counter with a sticker.',
    store: DOWNTOWN_ID,
    priority: 'medium',
    status: 'completed',
    assignee: 'EMP001',
    completer: 'EMP002',
    dueInDays: -1,
    createdHoursAgo: 75,
  },
  {
    task_id: 'TASK-2001',
    title: 'Set up the gate counter till',
    description: 'Log in at T-101, open the drawer once and sell a test item, then void it.',
    store: AIRPORT_ID,
    priority: 'medium',
    status: 'completed',
    assignee: 'EMP005',
    completer: 'EMP005',
    dueInDays: -3,
    createdHoursAgo: 120,
  },
  {
    task_id: 'TASK-2002',
    title: 'Renew the price labels of the travel shelf',
    description: 'New labels lie in the printer tray.',
    store: AIRPORT_ID,
    priority: 'low',
    assignee: 'EMP005',
    dueInDays: -2,
    createdHoursAgo: 100,
  },
  {
    task_id: 'TASK-2003',
    title: 'Call the cleaning company about the floor',
    description: '',
    store: AIRPORT_ID,
    priority: 'high',
    createdHoursAgo: 3,
  },
];

/** Rows of `tasks`, with dates around the given moment. */
export const tasks = (now: Date) =>
  demoTasks.map((task, index) => {
    const created_at = addMs(now, -task.createdHoursAgo * HOUR_MS);
    const isCompleted = task.status === 'completed';
    return {
      id: demoId('a009', index + 1),
      task_id: task.task_id,
      sanity_id: `task-${task.task_id.toLowerCase()}`,
      title: task.title,
      description: task.description,
      assigned_to: task.assignee === undefined ? null : person(task.assignee),
      store_id: task.store,
      priority: task.priority,
      status: task.status ?? 'pending',
      due_date:
        task.dueInDays === undefined
          ? null
          : localTime(task.store, addMs(now, task.dueInDays * DAY_MS)).date,
      completed_by: task.completer === undefined ? null : person(task.completer),
      completed_at: isCompleted ? addMs(created_at, 4 * HOUR_MS) : null,
      created_at,
      updated_at: isCompleted ? addMs(created_at, 4 * HOUR_MS) : created_at,
    };
  });

type DemoDelivery = {
  delivery_id: string;
  vendor_name: string;
  vendor_reference: string;
  store: string;
  status: 'scheduled' | 'in_transit' | 'arrived' | 'cancelled';
  hoursFromNow: number;
  /** Negative if the delivery came early. */
  minutesLate?: number;
};

const demoDeliveries: DemoDelivery[] = [
  {
    delivery_id: 'DEL-3001',
    vendor_name: 'Harbor Coffee Roasters',
    vendor_reference: 'HCR-88121',
    store: DOWNTOWN_ID,
    status: 'arrived',
    hoursFromNow: -50,
    minutesLate: -10,
  },
  {
    delivery_id: 'DEL-3002',
    vendor_name: 'Northside Print Works',
    vendor_reference: 'NPW-2207',
    store: DOWNTOWN_ID,
    status: 'arrived',
    hoursFromNow: -26,
    minutesLate: 47,
  },
  {
    delivery_id: 'DEL-3003',
    vendor_name: 'Harbor Coffee Roasters',
    vendor_reference: 'HCR-88340',
    store: DOWNTOWN_ID,
    status: 'in_transit',
    hoursFromNow: 2,
  },
  {
    delivery_id: 'DEL-3004',
    vendor_name: 'Loom & Thread Apparel',
    vendor_reference: 'LT-5519',
    store: DOWNTOWN_ID,
    status: 'scheduled',
    hoursFromNow: 47,
  },
  {
    delivery_id: 'DEL-4001',
    vendor_name: 'Weinhandel Kessler',
    vendor_reference: 'WK-0713',
    store: AIRPORT_ID,
    status: 'scheduled',
    hoursFromNow: 24,
  },
  {
    delivery_id: 'DEL-4002',
    vendor_name: 'Keramik Nord',
    vendor_reference: '',
    store: AIRPORT_ID,
    status: 'cancelled',
    hoursFromNow: -20,
  },
];

const QUARTER_MS = 15 * MINUTE_MS;

/** Rows of `delivery_schedules`, with dates around the given moment. */
export const deliveries = (now: Date) =>
  demoDeliveries.map((delivery, index) => {
    const wanted = now.getTime() + delivery.hoursFromNow * HOUR_MS;
    const due = new Date(Math.floor(wanted / QUARTER_MS) * QUARTER_MS);
    const { date, time } = localTime(delivery.store, due);
    return {
      id: demoId('a00a', index + 1),
      delivery_id: delivery.delivery_id,
      vendor_name: delivery.vendor_name,
      vendor_reference: delivery.vendor_reference,
      store_id: delivery.store,
      scheduled_date: date,
      scheduled_time: time,
      status: delivery.status,
      actual_arrival:
        delivery.minutesLate === undefined ? null : addMs(due, delivery.minutesLate * MINUTE_MS),
    };
  });
