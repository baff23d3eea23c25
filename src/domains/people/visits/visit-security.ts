import { Type } from '../../../platform/http/schemas.js';

/** One of these proves who calls, in the words of the API description. */
type Security = readonly Record<string, readonly string[]>[];

/** Declared by routes of the shop that need a visit: the token of the cart or the cookie proves it. */
export const visitSecurity: Security = [{ cartToken: [] }, { cookie: [] }];

/** Declared by routes of a person's own data: a cart token identifies a cart, not a person. */
export const cookieOnly: Security = [{ cookie: [] }];

/** Declared by routes that also work without a visit. */
export const optionalVisit: Security = [{}, ...visitSecurity];

/** Declared by routes that take the visit or the access token of a customer. */
export const visitOrLogin: Security = [{ bearer: [] }, ...visitSecurity];

/** Declared by logins, which take over the cart of the guest's visit. */
export const CartTokenHeaders = Type.Object({
  'X-Cart-Session-Token': Type.Optional(
    Type.String({
      description: "The guest's `cart_token`: the login takes over the guest's cart.",
    }),
  ),
});
