import { newId } from '../../src/platform/ids.js';
import type { Caller } from '../load.js';

export type VendureShop = {
  newCart(call: Caller, lane: number): Promise<unknown>;
  guestCheckout(call: Caller, lane: number): Promise<void>;
  listOfTen(call: Caller): Promise<void>;
};

type Result = { __typename?: string; state?: string };
type Answer<Data> = { data: Data; token: string | undefined };

/** Logs in as administrator and looks up the ids that shoppers use. */
export async function enterVendure(call: Caller, password: string): Promise<VendureShop> {
  const login = await ask<{ result: Result }>(call, '/admin-api', LOGIN, { password });
  if (login.data.result.__typename !== 'CurrentUser') throw new Error('Vendure refused the login');
  const admin = login.token;
  const { data } = await ask<{ productVariants: Ids; shippingMethods: Ids }>(
    call,
    '/admin-api',
    REFERENCES,
    {},
    admin,
  );
  const variants = data.productVariants.items.map(({ id }) => id);
  const [parcel] = data.shippingMethods.items;
  const first = (with_: Caller, lane: number) =>
    change(with_, ADD_ITEM, { variant: variants[lane % variants.length] });
  return {
    newCart: first,
    guestCheckout: async (with_, lane) => {
      const token = await first(with_, lane);
      await change(with_, SET_CUSTOMER, { email: `${newId()}@example.com` }, token);
      await change(with_, SET_ADDRESS, {}, token);
      await change(with_, SET_SHIPPING, { method: parcel?.id }, token);
      await change(with_, ARRANGE_PAYMENT, {}, token);
      await change(with_, PAY, {}, token, 'PaymentSettled');
    },
    listOfTen: async with_ => {
      const list = await ask<{ orders: Ids }>(with_, '/admin-api', NEWEST_TEN, {}, admin);
      const count = list.data.orders.items.length;
      if (count !== 10) throw new Error(`Vendure listed ${count} orders`);
    },
  };
}

type Ids = { items: { id: string }[] };

/** One mutation of a guest's order; throws on an error result. Returns the guest's token. */
async function change(
  call: Caller,
  query: string,
  variables: object,
  guest?: string,
  state?: string,
): Promise<string> {
  const { data, token = guest } = await ask<{ result: Result }>(
    call,
    '/shop-api',
    query,
    variables,
    guest,
  );
  const { result } = data;
  if (result.__typename !== 'Order' || (state !== undefined && result.state !== state)) {
    throw new Error(`Vendure answered ${JSON.stringify(result)} to ${query}`);
  }
  if (token === undefined) throw new Error('Vendure gave the guest no token');
  return token;
}

async function ask<Data>(
  call: Caller,
  path: string,
  query: string,
  variables: object = {},
  bearer?: string,
): Promise<Answer<Data>> {
  const answer = await call('POST', path, { query, variables }, bearer);
  const { data, errors } = JSON.parse(answer.text);
  if (answer.status !== 200 || errors) {
    throw new Error(`Vendure answered ${answer.status}: ${answer.text}`);
  }
  const token = answer.headers?.['vendure-auth-token'];
  return { data, token: Array.isArray(token) ? token[0] : token };
}

const LOGIN = `mutation ($password: String!) {
  result: login(username: "admin", password: $password) { __typename }
}`;

const REFERENCES = `{
  productVariants { items { id } }
  shippingMethods { items { id } }
}`;

/** The smallest order selection, and the error if there is one. */
const RESULT = '{ __typename ... on Order { id state } ... on ErrorResult { errorCode message } }';

const ADD_ITEM = `mutation ($variant: ID!) {
  result: addItemToOrder(productVariantId: $variant, quantity: 1) ${RESULT}
}`;

const SET_CUSTOMER = `mutation ($email: String!) {
  result: setCustomerForOrder(
    input: { firstName: "Ada", lastName: "Byron", emailAddress: $email }
  ) ${RESULT}
}`;

const SET_ADDRESS = `mutation {
  result: setOrderShippingAddress(input: {
    fullName: "Ada Byron", streetLine1: "1 Park Avenue", city: "New York",
    province: "NY", postalCode: "10016", countryCode: "US"
  }) ${RESULT}
}`;

const SET_SHIPPING = `mutation ($method: ID!) {
  result: setOrderShippingMethod(shippingMethodId: [$method]) ${RESULT}
}`;

const ARRANGE_PAYMENT = `mutation {
  result: transitionOrderToState(state: "ArrangingPayment") ${RESULT}
}`;

const PAY = `mutation {
  result: addPaymentToOrder(input: { method: "card", metadata: {} }) ${RESULT}
}`;

/** By id, which follows creation order and has an index; the date has none. */
const NEWEST_TEN = `{
  orders(options: { take: 10, sort: { id: DESC } }) {
    items { id code state totalWithTax createdAt }
  }
}`;
