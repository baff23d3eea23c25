import {
  Answer,
  Money,
  Nullable,
  OneOf,
  Params,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { can, office, staffOf } from '../../access/index.js';
import { visibleSale } from '../../transactions/index.js';
import { kindOf } from '../mails/kinds.js';
import { STEP_KINDS, stepsOf } from './repository.js';

const StepAnswer = Answer({
  at: Timestamp,
  kind: OneOf(STEP_KINDS),
  status: Nullable(Type.String()),
  amount: Nullable(Money),
  subject: Nullable(Type.String({ description: 'Such as the payment method or the return' })),
  reason: Nullable(Type.String()),
  person: Nullable(Type.String({ description: 'Who did it' })),
  mail_id: Nullable(Uuid),
  mail_kind: Nullable(Type.String({ description: 'As in the list of mails' })),
});

export function saleHistoryRoutes(app: App, { replica }: Platform): void {
  app.get(
    '/transactions/:transactionId/history/',
    {
      config: { access: office('audit.read') },
      schema: {
        tags: ['Transactions'],
        summary: 'What happened to a sale, oldest first',
        params: Params({ transactionId: Text(300, 1) }),
        response: { 200: Type.Array(StepAnswer) },
      },
    },
    async request => {
      const caller = staffOf(request);
      const sale = await visibleSale(replica, caller, request.params.transactionId);
      const steps = await stepsOf(replica, sale);
      return steps.map(step => {
        const isMail = step.kind === 'mail';
        return {
          ...step,
          at: step.at.toISOString(),
          // The error of a mail server repeats the address.
          reason: isMail && !can(caller, 'customer.read') ? null : step.reason,
          mail_kind: isMail ? kindOf(step.subject ?? '') : null,
        };
      });
    },
  );
}
