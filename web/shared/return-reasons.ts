export const RETURN_REASONS = [
  'changed_mind',
  'defective',
  'damaged',
  'wrong_item',
  'not_as_described',
  'other',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];
