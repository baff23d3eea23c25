import { Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import { systemNotification } from '../stores/index.js';

export const endpointSaved = defineEvent(
  'webhook_endpoint.saved',
  {
    summary: 'A webhook endpoint was registered or changed, or got a new secret.',
    data: Type.Object({ id: Uuid, is_active: Type.Boolean() }),
  },
  ({ id, is_active }: { id: string; is_active: boolean }) => ({
    storeId: null,
    subjectId: id,
    data: { id, is_active },
  }),
);

export const endpointDeleted = defineEvent(
  'webhook_endpoint.deleted',
  { summary: 'A webhook endpoint was deleted.', data: Type.Object({ id: Uuid }) },
  (id: string) => ({ storeId: null, subjectId: id, data: { id } }),
);

export const endpointDisabled = defineEvent(
  'webhook_endpoint.disabled',
  {
    summary: 'A webhook endpoint was switched off after too many failures, or after a 410.',
    data: Type.Object({ id: Uuid, reason: Type.String() }),
  },
  (id: string, reason: string) => ({ storeId: null, subjectId: id, data: { id, reason } }),
);

/** Shown in the stores whose events the endpoint received. */
export const disabledNotification = (
  endpoint: { id: string; host: string },
  reason: string,
  storeId: string | null,
) =>
  systemNotification({
    storeId,
    subjectId: endpoint.id,
    data: {
      kind: 'webhook_endpoint_disabled',
      message: `Webhooks to ${endpoint.host} were switched off: ${reason}.`,
      endpoint_id: endpoint.id,
    },
  });
