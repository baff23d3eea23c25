import { atomically } from '../../../platform/database/tx.js';
import { anybody } from '../../../platform/http/access.js';
import { notFound } from '../../../platform/http/failure.js';
import { Params, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { recordRoutes } from '../record-routes.js';
import { isVisible } from '../store-access.js';
import { throttle } from '../throttle.js';
import { presentAbTest, presentWithResults } from './present.js';
import { recordSubjectEvent, type SubjectEventKind } from './record-subject-event.js';
import { removeAbTest } from './remove-test.js';
import { type AbTest, abTestById, listAbTests } from './repository.js';
import { type AbStatus, variantFor } from './rules.js';
import { saveAbTest } from './save-test.js';
import {
  AbTestAnswer,
  AbTestBody,
  AbTestFilters,
  type AbTestInput,
  AssignmentAnswer,
  AssignmentQuery,
  RecordAnswer,
  RecordBody,
} from './schemas.js';

/** Above the rate of a household that browses a lot, below that of a script that forges results. */
const RECORDS_A_MINUTE = 300;

const tags = ['A/B tests'];
const params = Params({ id: Uuid });

export function abTestRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  recordRoutes<AbTest, Partial<AbTestInput>, { status?: AbStatus }>(app, platform, {
    path: '/ab-tests/',
    tag: 'A/B tests',
    noun: 'A/B test',
    key: { name: 'id', schema: Uuid },
    filters: AbTestFilters,
    body: AbTestBody,
    answer: AbTestAnswer,
    list: (reader, { caller, filter, after, limit }) =>
      listAbTests(reader, { scope: storeScope(caller), ...filter }, after, limit),
    keyOf: test => test.id,
    find: async (reader, caller, id) => {
      const found = await abTestById(reader, id);
      return found && isVisible(caller, found.store_ids) ? found : undefined;
    },
    save: (tx, caller, id, change) => saveAbTest(tx, caller, id, change, clock.now()),
    remove: removeAbTest,
    present: presentAbTest,
    detail: test => presentWithResults(db, test),
    changed: async () => {},
  });

  app.get(
    '/ab-tests/:id/assignment/',
    {
      config: { access: staff('promotion.read') },
      schema: {
        tags,
        summary: 'The variant of a subject, which never changes',
        params,
        querystring: AssignmentQuery,
        response: { 200: AssignmentAnswer },
      },
    },
    async request => {
      const test = await abTestById(db, request.params.id);
      if (test === undefined || !isVisible(staffOf(request), test.store_ids)) {
        throw notFound('A/B test');
      }
      const variant = variantFor(test, request.query.subject_key);
      return { test_id: test.id, status: test.status, variant };
    },
  );

  subjectEventRoutes(app, platform);
}

function subjectEventRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  for (const kind of ['impression', 'conversion'] as const satisfies SubjectEventKind[]) {
    app.post(
      `/ab-tests/:id/record-${kind}/`,
      {
        config: { access: anybody },
        schema: {
          tags,
          summary: `Record the ${kind} of a subject; its first one counts`,
          params,
          body: RecordBody,
          response: { 200: RecordAnswer },
        },
      },
      async request => {
        await throttle(platform, request, 'ab-tests', RECORDS_A_MINUTE);
        const { id } = request.params as { id: string };
        const body = request.body as { variant: string; subject_key: string };
        return atomically(db, tx => recordSubjectEvent(tx, kind, id, body, clock.now()));
      },
    );
  }
}
