import { atomically } from '../../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../../platform/http/headers.js';
import { createIdempotency } from '../../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../../platform/http/paginate.js';
import { Params, Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { keyScope, office, staffOf } from '../../access/index.js';
import { limitSender } from '../../people/index.js';
import { mailFilterOf, visibleMail } from './find-mails.js';
import { presentListed, presentWhole } from './present.js';
import { listMails } from './repository.js';
import { ListedMail, MailQuery, WholeMail } from './schemas.js';
import { sendAgain } from './send-again.js';

/** The limits of receipts and quotes that staff mail. */
const AGAIN = { name: 'mail sent again', plural: 'mails sent again' };

const tags = ['Mails'];
const params = Params({ id: Uuid });

export function mailRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  const idempotency = createIdempotency(platform);

  app.get(
    '/mails/',
    {
      config: { access: office('audit.read') },
      schema: {
        tags,
        summary: 'Mails that were sent or wait, newest first',
        description:
          'Staff of some stores see the mails about sales, quotes and carts of these stores; mails about accounts need every store. The filters by kind, state and address look through the 100,000 newest mails before the cursor.',
        querystring: MailQuery,
        response: { 200: Type.Array(ListedMail) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, ...filters } = request.query;
      const caller = staffOf(request);
      const before = idCursor(cursor);
      const filter = await mailFilterOf(db, caller, filters);
      const rows = await listMails(db, filter, before, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(row =>
        presentListed(row, caller),
      );
    },
  );

  app.get(
    '/mails/:id/',
    {
      config: { access: office('audit.read') },
      schema: { tags, summary: 'A mail with its text', params, response: { 200: WholeMail } },
    },
    async request => {
      const caller = staffOf(request);
      return presentWhole(platform, await visibleMail(db, caller, request.params.id), caller);
    },
  );

  app.post(
    '/mails/:id/send-again/',
    {
      config: { access: office('customer.manage') },
      schema: {
        tags,
        summary: 'Send a mail about a sale again, to the same address',
        description:
          'A mail that was not sent goes back into the queue. Of one that was sent, the answer is the copy.',
        params,
        headers: IdempotencyHeaders,
        response: { 201: WholeMail },
      },
    },
    async (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), async settle => {
        const { recipient } = await visibleMail(db, caller, request.params.id);
        await limitSender(platform, AGAIN, caller, recipient);
        return atomically(db, async tx => {
          const mail = await sendAgain(tx, platform, caller, request.params.id);
          return settle(tx, 201, presentWhole(platform, mail, caller));
        });
      });
    },
  );
}
