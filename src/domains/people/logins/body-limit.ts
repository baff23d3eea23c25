/** Bodies of logins and registrations are small; larger ones are refused unread. */
export const LOGIN_BODY_LIMIT_BYTES = 16_384;
