import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

/** `npm run fuzz -- --marks --inputs 1000000 --seed 7` */
const { values } = parseArgs({
  options: {
    marks: { type: 'boolean', default: false },
    inputs: { type: 'string' },
    seed: { type: 'string' },
  },
});
const file = values.marks ? 'test/fuzz/marks.test.ts' : 'test/fuzz/fuzz.test.ts';
const vitest = spawn('npx', ['vitest', 'run', '--project', 'slow', file], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(values.inputs && { FUZZ_INPUTS: values.inputs }),
    ...(values.seed && { FUZZ_SEED: values.seed }),
  },
});
vitest.on('exit', code => process.exit(code ?? 1));
