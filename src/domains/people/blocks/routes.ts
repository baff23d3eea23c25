import { ADDRESS_BLOCKS } from '../../../platform/http/address-blocks.js';
import {
  Answer,
  Nullable,
  OneOf,
  Params,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staffOf, storeScope } from '../../access/index.js';
import { visibleAddressBlocks } from './address-blocks.js';
import { liftBlock, mayReachBlock } from './lift-block.js';
import { presentAddressBlock, presentBlock } from './present.js';
import { activeBlocks } from './repository.js';

const tags = ['Users'];

const BlockAnswer = Answer({
  id: Uuid,
  kind: OneOf(['pin_at_till', 'pin', 'till', 'password', 'code', ...ADDRESS_BLOCKS], {
    description:
      'An employee at one till, an employee at all tills, a till, the password or the codes of an account, or an address after a flood of requests or failed logins',
  }),
  user: Nullable(Answer({ id: Uuid, name: Type.String() })),
  terminal_id: Nullable(Type.String()),
  address: Nullable(
    Type.String({ description: 'IP address of a flood or failure block, IPv6 as its /64 network' }),
  ),
  reason: Type.String(),
  failures: Type.Integer({ description: 'Wrong attempts, or requests of a flood' }),
  since: Timestamp,
  blocked_until: Timestamp,
});

export function blockRoutes(app: App, platform: Platform): void {
  app.get(
    '/ops/blocks/',
    {
      config: { access: office('user.read') },
      schema: {
        tags,
        summary: 'Who is locked out, and which addresses are blocked, in your stores',
        response: { 200: Type.Array(BlockAnswer) },
      },
    },
    async request => {
      const caller = staffOf(request);
      const now = platform.clock.now();
      const [blocks, addresses] = await Promise.all([
        activeBlocks(platform.db, now, storeScope(caller)),
        visibleAddressBlocks(platform, caller, request.ip),
      ]);
      return [
        ...addresses.map(block => presentAddressBlock(block, now)),
        ...blocks.filter(block => mayReachBlock(caller, block)).map(presentBlock),
      ];
    },
  );

  app.delete(
    '/ops/blocks/:id/',
    {
      config: { access: office('user.manage') },
      schema: {
        tags,
        summary: 'Lift a lock-out or the block of an address',
        params: Params({ id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await liftBlock(platform, staffOf(request), { id, ownAddress: request.ip });
      return reply.code(204).send(null);
    },
  );
}
