export const SESSION_KEY = ['session'] as const;
export const STORES_KEY = ['stores'] as const;
