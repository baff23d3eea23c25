/** These calls carry the cookie of the paired device; all others of this screen omit cookies. */
export const withPairing = { credentials: 'same-origin' } as const;
