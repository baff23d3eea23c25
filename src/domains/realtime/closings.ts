/** Close codes and reasons. Codes from 4000 on are specific to this service. */
export type Closing = { code: number; reason: string };

export const GOING_AWAY: Closing = { code: 1001, reason: 'the service restarts' };
export const TOO_MANY_MESSAGES: Closing = { code: 1008, reason: 'too many messages' };
export const INTERNAL_ERROR: Closing = { code: 1011, reason: 'something went wrong on our side' };
export const TRY_AGAIN: Closing = { code: 1013, reason: 'try again shortly' };
export const NOT_LOGGED_IN: Closing = { code: 4401, reason: 'no live login' };
export const NOT_ALLOWED: Closing = { code: 4403, reason: 'not allowed here' };
export const TOO_SLOW: Closing = { code: 4408, reason: 'events were not read in time' };
export const REPLACED: Closing = { code: 4409, reason: 'another login took this till' };
export const TOO_MANY_SOCKETS: Closing = { code: 4429, reason: 'too many sockets of this login' };
