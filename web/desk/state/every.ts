/** The values of a type of the API in the order given; one that is missing or unknown does not compile. */
export const every = <Value extends string>(values: Record<Value, true>): Value[] =>
  Object.keys(values) as Value[];
