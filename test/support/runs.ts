/** The number of cases of a property test; `npm run mutate` lowers it with PROPERTY_RUNS. */
export const runs = (count: number): number =>
  Math.min(count, Number(process.env.PROPERTY_RUNS ?? count));
