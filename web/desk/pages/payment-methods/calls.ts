import { answer, type Tillhouse } from '@tillhouse/client';

export const PROCESSORS = ['primary', 'square', 'paypal', 'custom_bank'] as const;
export type ProcessorType = (typeof PROCESSORS)[number];
export type Processor = {
  processor_type: ProcessorType;
  is_sandbox: boolean;
  is_usable: boolean;
  webhook_url: string;
};
export type ProcessorTest = { is_sandbox: boolean; works: boolean; reason: string | null };

type Call = <Data>(path: string, options?: object) => Promise<{ data?: Data; response: Response }>;

/** Of a method of the client, for routes that its types do not have. */
const untyped = (method: unknown): Call => method as Call;

export const readProcessors = (api: Tillhouse): Promise<Processor[]> =>
  answer(untyped(api.GET)('/payment-processors/'));

export const testProcessor = (api: Tillhouse, type: ProcessorType): Promise<ProcessorTest> =>
  answer(
    untyped(api.POST)('/payment-processors/{processor_type}/test/', {
      params: { path: { processor_type: type } },
    }),
  );
