import { Answer, Nullable, OneOf, Params, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { office } from '../access/index.js';
import {
  hasWebhookSecret,
  isChargeable,
  isSandboxed,
  PROCESSOR_TYPES,
} from './processors/registry.js';
import { testProcessor } from './test-processor.js';

const tags = ['Payment methods'];
const admin = { config: { access: office('store.manage') } };

const shown = {
  processor_type: OneOf(PROCESSOR_TYPES),
  is_sandbox: Type.Boolean({ description: 'Has no credentials; the sandbox stands in' }),
};

/** What an administrator needs to connect a processor. Credentials are in the environment. */
export function processorRoutes(app: App, platform: Platform): void {
  const { publicUrl } = platform.config;

  app.get(
    '/payment-processors/',
    {
      ...admin,
      schema: {
        tags,
        summary: 'The card processors with the addresses for their webhooks',
        response: {
          200: Type.Array(
            Answer({
              ...shown,
              is_usable: Type.Boolean({ description: 'Whether cards can be charged' }),
              webhook_url: Type.String(),
              has_webhook_secret: Type.Boolean({
                description:
                  'Whether the secret for its webhooks is set; without it their events are refused',
              }),
            }),
          ),
        },
      },
    },
    async () =>
      PROCESSOR_TYPES.map(type => ({
        processor_type: type,
        is_sandbox: isSandboxed(platform, type),
        is_usable: isChargeable(platform, type),
        webhook_url: `${publicUrl}/payments/webhook/${type}/`,
        has_webhook_secret: hasWebhookSecret(platform, type),
      })),
  );

  app.post(
    '/payment-processors/:processor_type/test/',
    {
      ...admin,
      schema: {
        tags,
        summary: 'Check the credentials of a processor with a call that moves no money',
        params: Params({ processor_type: OneOf(PROCESSOR_TYPES) }),
        response: {
          200: Answer({
            ...shown,
            works: Type.Boolean(),
            reason: Nullable(Type.String({ description: 'Why not, as the processor says' })),
          }),
        },
      },
    },
    async request => {
      const { processor_type: type } = request.params;
      const result = await testProcessor(platform, type);
      return { processor_type: type, is_sandbox: isSandboxed(platform, type), ...result };
    },
  );
}
