import { OneOf, Query, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf } from '../../access/index.js';
import { REPORT_KINDS, readShiftReport, ShiftParams } from '../../shifts/index.js';
import { printReport, reportText } from './print-report.js';

const Binary = Type.Unsafe<string | Buffer>({ type: 'string', format: 'binary' });

export function reportRoutes(app: App, { db, clock }: Platform): void {
  app.get(
    '/cash-management/shifts/:id/paper/',
    {
      config: { access: staff('shift.work') },
      schema: {
        tags: ['Cash shifts'],
        summary: 'The X or Z report of a shift as text or ESC/POS, in the language of the store',
        params: ShiftParams,
        querystring: Query({
          report: OneOf(REPORT_KINDS),
          format: Type.Optional(OneOf(['text', 'escpos'], { default: 'text' })),
          width: Type.Optional(
            OneOf(['58', '80'], {
              default: '80',
              description: 'Width of the paper in millimetres',
            }),
          ),
        }),
        response: {
          200: {
            content: {
              'text/plain; charset=utf-8': { schema: Type.String() },
              'application/octet-stream': { schema: Binary },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { report: kind, format, width = '80' } = request.query;
      const caller = staffOf(request);
      const report = await readShiftReport(db, caller, request.params.id, kind, clock.now());
      reply.header('cache-control', 'no-store');
      return format === 'escpos'
        ? reply.type('application/octet-stream').send(await printReport(db, report, width))
        : reply.type('text/plain; charset=utf-8').send(await reportText(db, report, width));
    },
  );
}
