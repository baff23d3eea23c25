export const REVIEW_STATUSES = ['pending', 'published', 'refused'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** What staff decide about a review, and the statuses that they may change. */
export const DECISIONS = {
  publish: { from: ['pending', 'refused'], to: 'published' },
  refuse: { from: ['pending', 'published'], to: 'refused' },
} as const satisfies Record<string, { from: readonly ReviewStatus[]; to: ReviewStatus }>;
export type Decision = keyof typeof DECISIONS;

const LONGEST_NAME = 80;

/** `Ada B.`: enough for readers, too little to find the person. */
export function authorOf(person: { first_name: string; last_name: string }): string {
  const first = [...person.first_name.trim()].slice(0, LONGEST_NAME).join('');
  const [initial] = [...person.last_name.trim()];
  return [first, initial === undefined ? '' : `${initial}.`].filter(Boolean).join(' ');
}
