import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that run long, the longest first. Without results of an earlier run, as in CI, Vitest starts
 * the largest files first; a small but slow file would then end last, with the other workers idle.
 */
const LONGEST = [
  'test/fuzz/',
  'test/browser/',
  'test/platform/embedded-postgres',
  'test/faults/',
  'test/ops/',
  'test/platform/worker.test.ts',
  'test/realtime/many-sockets.test.ts',
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
      const found = LONGEST.findIndex(part => moduleId.includes(`/${part}`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
