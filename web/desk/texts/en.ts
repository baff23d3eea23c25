export const en = {
  'desk.title': 'Manager desk',
} as const;
