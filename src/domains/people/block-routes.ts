import {
  Answer,
  Nullable,
  OneOf,
  Params,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office, staffOf, storeScope } from '../access/index.js';
import { activeBlocks, type Block } from './block-repository.js';
import { liftBlock } from './lift-block.js';
import { fullName } from './rules.js';

const tags = ['Users'];

const BlockAnswer = Answer({
  id: Uuid,
  kind: OneOf(['pin_at_till', 'pin', 'till', 'password'], {
    description:
      'An employee at one till, an employee at all tills, a till, or the password of an account',
  }),
  user: Nullable(Answer({ id: Uuid, name: Type.String() })),
  terminal_id: Nullable(Type.String()),
  failures: Type.Integer({ description: 'Wrong attempts in ten minutes' }),
  blocked_until: Timestamp,
});

const present = (block: Block) => ({
  id: block.id,
  kind: block.kind,
  user: block.user_id === null ? null : { id: block.user_id, name: fullName(block) },
  terminal_id: block.terminal_id,
  failures: block.failures,
  blocked_until: block.blocked_until.toISOString(),
});

export function blockRoutes(app: App, platform: Platform): void {
  app.get(
    '/ops/blocks/',
    {
      config: { access: office('user.read') },
      schema: {
        tags,
        summary: 'Who is locked out after wrong PINs or passwords, in your stores',
        response: { 200: Type.Array(BlockAnswer) },
      },
    },
    async request => {
      const scope = storeScope(staffOf(request));
      const blocks = await activeBlocks(platform.db, platform.clock.now(), scope);
      return blocks.map(present);
    },
  );

  app.delete(
    '/ops/blocks/:id/',
    {
      config: { access: office('user.manage') },
      schema: {
        tags,
        summary: 'Lift a lock-out',
        params: Params({ id: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await liftBlock(platform, staffOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
