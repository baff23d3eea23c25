import { answer, type Tillhouse } from '@tillhouse/client';

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
export type Step = { step: StepName; status: 'done' | 'skipped' | 'open'; count: number };
export type Progress = { is_complete: boolean; steps: Step[] };

export type Rounding = 'none' | '0.05' | '0.10' | '0.50' | '1.00';
export type Country = {
  code: string;
  currency: string;
  time_zones: string[];
  language: 'en' | 'de';
  prices_include_tax: boolean;
  cash_rounding: Rounding;
  tax_name: string;
  standard_rate: string;
  reduced_rate: string | null;
  other_rates: string[];
};
export type Installation = { has_administrator: boolean; is_demo: boolean };

type Call = <Data>(path: string, options?: object) => Promise<{ data?: Data; response: Response }>;

/** Of a method of the client, for routes that its types do not have. */
const untyped = (method: unknown): Call => method as Call;

export const readInstallation = (api: Tillhouse): Promise<Installation> =>
  answer(untyped(api.GET)('/setup/'));

export const becomeAdministrator = (
  api: Tillhouse,
  body: object,
): Promise<{ access: string; refresh: string }> =>
  answer(untyped(api.POST)('/setup/administrator/', { body }));

export const readProgress = (api: Tillhouse): Promise<Progress> =>
  answer(untyped(api.GET)('/setup/progress/'));

export const moveStep = (
  api: Tillhouse,
  step: StepName,
  move: 'skip' | 'resume',
): Promise<Progress> =>
  answer(untyped(api.POST)(`/setup/steps/{step}/${move}/`, { params: { path: { step } } }));

export const readCountries = (api: Tillhouse): Promise<Country[]> =>
  answer(untyped(api.GET)('/setup/countries/'));

export const openStore = (api: Tillhouse, body: object): Promise<{ code: string; name: string }> =>
  answer(untyped(api.POST)('/setup/store/', { body }));

export const addSamples = (api: Tillhouse): Promise<{ variants: number }> =>
  answer(untyped(api.POST)('/setup/sample-products/'));
