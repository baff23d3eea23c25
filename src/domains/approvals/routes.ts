import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { staff, staffOf } from '../access/index.js';
import { cancelApproval } from './cancel-approval.js';
import { decideApproval } from './decide-approval.js';
import { findApproval } from './find-approval.js';
import { findApprovals } from './list-approvals.js';
import { presentApproval, presentApprovals } from './present.js';
import type { Approval } from './repository.js';
import { type FindSale, requestApproval } from './request-approval.js';
import { refuseReserved } from './rules.js';
import {
  ApprovalAnswer,
  ApprovalParams,
  ApprovalQuery,
  DecisionBody,
  MovedAnswer,
  RequestAnswer,
  RequestBody,
  StatusAnswer,
} from './schemas.js';

const tags = ['Approvals'];
/**
 * A supervisor can decide by PIN on a cashier's session, so the use cases check `approval.decide`.
 */
const access = staff('approval.request');
const DECISIONS = [
  { verb: 'approve', decision: 'approved' },
  { verb: 'deny', decision: 'denied' },
] as const;

export const routesWith =
  (findSale: FindSale) =>
  (app: App, platform: Platform): void => {
    requestRoute(app, platform, findSale);
    readRoutes(app, platform);
    decisionRoutes(app, platform);
  };

function requestRoute(app: App, platform: Platform, findSale: FindSale): void {
  app.post(
    '/pos/approvals/request/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Request an approval; it expires after five minutes',
        body: RequestBody,
        response: { 201: RequestAnswer },
      },
    },
    async (request, reply) => {
      refuseReserved(request.body.request_type);
      const approval = await requestApproval(platform, staffOf(request), request.body, findSale);
      return reply.code(201).send({
        success: true,
        request_id: approval.id,
        expires_at: approval.expires_at.toISOString(),
      });
    },
  );
}

function readRoutes(app: App, platform: Platform): void {
  app.get(
    '/pos/approvals/status/:request_id/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Status of a request of your store',
        params: ApprovalParams,
        response: { 200: StatusAnswer },
      },
    },
    async request =>
      presentApproval(
        platform,
        await findApproval(platform, staffOf(request), request.params.request_id),
      ),
  );

  app.get(
    '/pos/approvals/',
    {
      config: { access },
      schema: {
        tags,
        summary:
          'Requests, newest first: those of your stores if you may decide, otherwise your own',
        querystring: ApprovalQuery,
        response: { 200: Type.Array(ApprovalAnswer) },
      },
    },
    async (request, reply) => {
      const { status, limit = DEFAULT_LIMIT, cursor } = request.query;
      const [before] = decodeCursor(cursor, 1) ?? [];
      const rows = await findApprovals(platform, staffOf(request), {
        status,
        beforeId: before === undefined ? undefined : String(before),
        limit: limit + 1,
      });
      return presentApprovals(
        platform,
        page(request, reply, rows, limit, row => [row.id]),
      );
    },
  );
}

function decisionRoutes(app: App, platform: Platform): void {
  const moved = async (approval: Approval) => ({
    success: true as const,
    ...(await presentApproval(platform, approval)),
  });

  for (const { verb, decision } of DECISIONS) {
    app.post(
      `/pos/approvals/:request_id/${verb}/`,
      {
        config: { access },
        schema: {
          tags,
          summary: `${verb === 'approve' ? 'Approve' : 'Deny'} a request, at a till also by PIN`,
          params: ApprovalParams,
          body: DecisionBody,
          response: { 200: MovedAnswer },
        },
      },
      async request => {
        const approval = await decideApproval(platform, staffOf(request), {
          id: request.params.request_id,
          decision,
          note: request.body?.note ?? '',
          approverId: request.body?.approver_id,
          pin: request.body?.pin_code,
          address: request.ip,
        });
        return moved(approval);
      },
    );
  }

  app.post(
    '/pos/approvals/:request_id/cancel/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Cancel a pending request',
        params: ApprovalParams,
        response: { 200: MovedAnswer },
      },
    },
    async request =>
      moved(await cancelApproval(platform, staffOf(request), request.params.request_id)),
  );
}
