/** How many cases a property tries; `npm run mutate` asks for fewer, because it asks for every mutant. */
export const runs = (count: number): number =>
  Math.min(count, Number(process.env.PROPERTY_RUNS ?? count));
