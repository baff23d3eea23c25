import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staffOf } from '../../access/index.js';
import { StoreParams } from '../../stores/index.js';
import { copySettings } from './copy-settings.js';
import { CopyAnswer, CopyBody } from './schemas.js';

export function copyRoutes(app: App, platform: Platform): void {
  app.post(
    '/stores/:store/copy-settings/',
    {
      config: { access: office('store.settings') },
      schema: {
        tags: ['Stores'],
        summary: 'Copy parts of the settings of a store to other stores',
        description:
          'All at once or not at all. A section that a store cannot have is left out there: ' +
          'amounts are copied within one currency, taxes within one country. `shipping`, ' +
          '`mail_templates`, `legal_texts` and `tiles` replace what the other store has.',
        params: StoreParams,
        body: CopyBody,
        response: { 200: CopyAnswer },
      },
    },
    request => copySettings(platform, staffOf(request), request.params.store, request.body),
  );
}
