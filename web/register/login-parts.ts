/** Loaded on demand: a till that starts with its cashier signed in does not need them. */
export const loginParts = {
  login: () => import('./login.js'),
  switchCashier: () => import('./switch-cashier.js'),
};
