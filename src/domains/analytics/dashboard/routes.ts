import type { FastifyReply } from 'fastify';
import { anybody } from '../../../platform/http/access.js';
import { notFound } from '../../../platform/http/failure.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, staff, staffOf } from '../../access/index.js';
import { listedStore } from '../../stores/index.js';
import { readDashboard } from './read-dashboard.js';
import { Dashboard, DashboardParams } from './schemas.js';

export function dashboardRoutes(app: App, platform: Platform): void {
  /** Public in debug mode; production refuses to start in debug mode. */
  const isPublic = platform.config.debug;

  app.get(
    '/stores/:store_code/dashboard_home/',
    {
      config: { access: isPublic ? anybody : staff('store.read') },
      schema: {
        tags: ['Dashboard'],
        summary: 'Key figures of a store, cached for a minute; by code, UUID or content id',
        params: DashboardParams,
        response: { 200: Dashboard },
      },
    },
    async (request, reply) => {
      const store = await listedStore(platform, request.params.store_code);
      if (store === undefined || !(isPublic || maySee(staffOf(request), store.id))) {
        throw notFound('Store');
      }
      sendJson(reply, await readDashboard(platform, store.id));
      return reply;
    },
  );
}

function sendJson(reply: FastifyReply, json: string): void {
  reply.type('application/json; charset=utf-8').send(json);
}
