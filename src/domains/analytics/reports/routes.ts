import { Query, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { requireAccess, seesCosts, staff, staffOf } from '../../access/index.js';
import { csvFile, type ReportRequest, readReport, reportWithoutCosts } from './read-report.js';
import type { Report } from './report.js';
import { Envelope, GlobalQuery, REPORT_PARAMETERS } from './schemas.js';
import { storesOf } from './scope.js';

const querySchema = ({ isGlobal, filters }: Report) =>
  isGlobal ? GlobalQuery : Query({ ...REPORT_PARAMETERS, ...filters });

export function reportRoutes(app: App, platform: Platform, reports: readonly Report[]): void {
  for (const report of reports) reportRoute(app, platform, report);
}

const permission = 'report.read';

function reportRoute(app: App, platform: Platform, report: Report): void {
  app.get(
    `/${report.root ?? 'analytics'}/${report.path}/`,
    {
      config: { access: staff(permission) },
      schema: {
        tags: ['Analytics'],
        summary: report.summary,
        querystring: querySchema(report),
        response: {
          200: {
            content: {
              'application/json': { schema: Envelope(report.data) },
              'text/csv': { schema: Type.String() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const query = request.query as ReportRequest;
      const caller = staffOf(request);
      // A file leaves the house: it needs an office login, as every export does.
      if (query.format === 'csv') requireAccess(caller, { permission, from: ['office'] });
      const stores = report.isGlobal ? [] : await storesOf(platform, caller, query.store);
      const answer = await readReport(platform, report, stores, query);
      if (query.format !== 'csv') return answer;
      const shown = seesCosts(caller) ? answer : reportWithoutCosts(report, answer);
      const { name, content } = csvFile(report, shown, query.part);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content);
    },
  );
}
