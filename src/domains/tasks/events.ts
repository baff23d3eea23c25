import type { Fact } from '../../platform/events/outbox.js';

type TaskSubject = {
  id: string;
  task_id: string;
  sanity_id: string | null;
  store_id: string;
  status: string;
};

const aboutTask =
  (event: string) =>
  ({ id, task_id, sanity_id, store_id, status }: TaskSubject): Fact => ({
    event,
    storeId: store_id,
    subjectId: id,
    data: { id, task_id, sanity_id, status },
  });

export const taskSaved = aboutTask('task.saved');
export const taskDeleted = aboutTask('task.deleted');

type DeliverySubject = { id: string; delivery_id: string; store_id: string; status: string };

const aboutDelivery =
  (event: string) =>
  ({ id, delivery_id, store_id, status }: DeliverySubject): Fact => ({
    event,
    storeId: store_id,
    subjectId: id,
    data: { id, delivery_id, status },
  });

export const deliverySaved = aboutDelivery('delivery.saved');
export const deliveryDeleted = aboutDelivery('delivery.deleted');
