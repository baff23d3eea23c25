import { Nullable, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type TaskRow = {
  id: string;
  task_id: string;
  sanity_id: string | null;
  store_id: string;
  status: string;
};

const TaskData = Type.Object({
  id: Uuid,
  task_id: Type.String(),
  sanity_id: Nullable(Type.String()),
  status: Type.String(),
});

const aboutTask = ({ id, task_id, sanity_id, store_id, status }: TaskRow) => ({
  storeId: store_id,
  subjectId: id,
  data: { id, task_id, sanity_id, status },
});

export const taskSaved = defineEvent(
  'task.saved',
  { summary: 'A task was created or changed.', data: TaskData, webhook: true },
  aboutTask,
);
export const taskDeleted = defineEvent(
  'task.deleted',
  { summary: 'A task was deleted.', data: TaskData, webhook: true },
  aboutTask,
);

type DeliveryRow = { id: string; delivery_id: string; store_id: string; status: string };

const DeliveryData = Type.Object({
  id: Uuid,
  delivery_id: Type.String(),
  status: Type.String(),
});

const aboutDelivery = ({ id, delivery_id, store_id, status }: DeliveryRow) => ({
  storeId: store_id,
  subjectId: id,
  data: { id, delivery_id, status },
});

export const deliverySaved = defineEvent(
  'delivery.saved',
  { summary: 'A scheduled delivery was created or changed.', data: DeliveryData, webhook: true },
  aboutDelivery,
);
export const deliveryDeleted = defineEvent(
  'delivery.deleted',
  { summary: 'A scheduled delivery was deleted.', data: DeliveryData, webhook: true },
  aboutDelivery,
);
