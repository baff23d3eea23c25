export const en = {
  'register.title': 'Register',
} as const;
