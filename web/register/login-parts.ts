/** Not needed by a till that starts with its cashier signed in. */
export const loginParts = {
  login: () => import('./login.js'),
  switchCashier: () => import('./switch-cashier.js'),
};
