/** Goods in an answer; answers that an older release gave have only the name. */
export type Described = { name: string; description?: string };

/** What people read about goods: "Black Tee, Size L". */
export const descriptionOf = ({ name, description }: Described): string => description ?? name;
