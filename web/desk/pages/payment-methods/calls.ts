import { answer, type paths, type Tillhouse } from '@tillhouse/client';
import type { ProcessorType } from '../../processors.js';
import type { ItemOf } from '../../types.js';

export type Processor = ItemOf<'/payment-processors/'>;
export type ProcessorTest =
  paths['/payment-processors/{processor_type}/test/']['post']['responses'][200]['content']['application/json'];

export const readProcessors = (api: Tillhouse): Promise<Processor[]> =>
  answer(api.GET('/payment-processors/'));

export const testProcessor = (api: Tillhouse, type: ProcessorType): Promise<ProcessorTest> =>
  answer(
    api.POST('/payment-processors/{processor_type}/test/', {
      params: { path: { processor_type: type } },
    }),
  );
