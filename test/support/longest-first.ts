import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest starts the largest files first where it remembers no earlier run, as in CI. These take
 * long though some are short, and at the end one worker would wait for the other.
 */
const LONG = [
  'test/fuzz/',
  'test/browser/',
  'test/platform/embedded-postgres',
  'test/faults/',
  'test/ops/',
  'test/platform/worker.test.ts',
  'test/realtime/crowd.test.ts',
  'test/cluster/',
  'test/people/lock-out.test.ts',
  'test/analytics/property.test.ts',
  'test/races/',
  'test/model/',
  'test/content/convergence.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex(part => moduleId.includes(`/${part}`));
      return found === -1 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
