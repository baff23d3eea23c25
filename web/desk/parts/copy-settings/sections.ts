import type { paths } from '@tillhouse/client';
import type { BodyOf } from '../../types.js';

type CopyRoute = paths['/stores/{store}/copy-settings/']['post'];

export type Section = BodyOf<CopyRoute>['sections'][number];
export type Copied = CopyRoute['responses'][200]['content']['application/json'];

/** In the order in which the dialog offers them. */
export const SECTIONS: readonly Section[] = [
  'approvals',
  'hours',
  'receipts',
  'tips',
  'tills',
  'taxes',
  'loyalty',
  'layaways',
  'shipping',
  'mail_templates',
  'legal_texts',
  'tiles',
  'journal',
];

/** What the whole chain has in common needs this right as well. */
export const NEEDS: Partial<Record<Section, string>> = { taxes: 'tax.manage' };
