import { answer, type paths, type Tillhouse } from '@tillhouse/client';
import type { BodyOf, GetResponse } from '../../types.js';

export const STEPS = [
  'administrator',
  'store',
  'payment_methods',
  'products',
  'till',
  'staff',
  'test_sale',
] as const;
export type StepName = (typeof STEPS)[number];

/** The others must be done. */
export type SkippableStep = Exclude<StepName, 'administrator' | 'store'>;

export type Progress = GetResponse<'/setup/progress/'>;
export type Step = Progress['steps'][number];
export type Installation = GetResponse<'/setup/'>;

export const readInstallation = (api: Tillhouse): Promise<Installation> =>
  answer(api.GET('/setup/'));

export const becomeAdministrator = (
  api: Tillhouse,
  body: BodyOf<paths['/setup/administrator/']['post']>,
): Promise<{ access: string; refresh: string }> =>
  answer(api.POST('/setup/administrator/', { body }));

export const readProgress = (api: Tillhouse): Promise<Progress> =>
  answer(api.GET('/setup/progress/'));

export const moveStep = (
  api: Tillhouse,
  step: SkippableStep,
  move: 'skip' | 'resume',
): Promise<Progress> =>
  answer(
    move === 'skip'
      ? api.POST('/setup/steps/{step}/skip/', { params: { path: { step } } })
      : api.POST('/setup/steps/{step}/resume/', { params: { path: { step } } }),
  );

export const openStore = (
  api: Tillhouse,
  body: BodyOf<paths['/setup/store/']['post']>,
): Promise<{ code: string; name: string }> => answer(api.POST('/setup/store/', { body }));

export const addSamples = (api: Tillhouse): Promise<{ variants: number }> =>
  answer(api.POST('/setup/sample-products/'));
