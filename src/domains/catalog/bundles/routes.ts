import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { changedAnswers } from '../../../platform/http/records/install-etags.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { variantByRef } from '../variants/repository.js';
import { VariantParams } from '../variants/schemas.js';
import { presentBundle } from './present.js';
import { partsOf } from './repository.js';
import { saveBundle } from './save-bundle.js';
import { BundleAnswer, BundleBody } from './schemas.js';

const tags = ['Product variants'];

export function bundleRoutes(app: App, { db, config }: Platform): void {
  app.get(
    '/product-variants/:variant/bundle/',
    {
      config: { access: staff('catalog.read') },
      schema: {
        tags,
        summary: 'The parts of a bundle, and what they cost alone',
        description: 'An article that is no bundle has no parts.',
        params: VariantParams,
        response: { 200: BundleAnswer },
      },
    },
    async request => {
      const found = await variantByRef(db, request.params.variant);
      if (found === undefined) throw notFound('Product variant');
      return presentBundle(found, await partsOf(db, found.id), config.baseCurrency);
    },
  );

  app.put(
    '/product-variants/:variant/bundle/',
    {
      config: { access: staff('catalog.chain') },
      schema: {
        tags,
        summary: 'Make a variant a bundle of others, or an ordinary article again',
        params: VariantParams,
        body: BundleBody,
        response: { 200: BundleAnswer, 412: changedAnswers.office },
      },
    },
    request =>
      atomically(db, async tx => {
        const { baseCurrency } = config;
        const saved = await saveBundle(tx, request.params.variant, request.body, baseCurrency);
        return presentBundle(saved, await partsOf(tx, saved.id), baseCurrency);
      }),
  );
}
