import { Type } from '../../../platform/http/schemas.js';

/** Optional, so that a request without it is refused with 403 like one with a wrong one. */
export const CurrentPassword = Type.Optional(
  Type.String({
    maxLength: 1_024,
    writeOnly: true,
    description: 'Your present password; needed to change how you log in yourself',
  }),
);
export const CurrentPin = Type.Optional(
  Type.String({
    maxLength: 200,
    writeOnly: true,
    description: 'Your present PIN; enough to change your own PIN alone',
  }),
);
