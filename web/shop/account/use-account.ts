import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { storedAttempt, storedCheckout, storedDraft } from '../checkout/checkout-storage.js';
import { useMaybeShop } from '../session/store.js';
import { renewSession } from '../session/use-session.js';
import { cartToken } from '../storage.js';

/** Clears the previous shopper's data after sign-in or sign-out. */
export function useSessionChange() {
  const api = useApi();
  const queries = useQueryClient();
  return async (): Promise<void> => {
    cartToken.set(undefined);
    for (const stored of [storedDraft, storedCheckout, storedAttempt]) stored.set(undefined);
    await renewSession(queries, api);
    for (const name of [
      'cart',
      'addresses',
      'age',
      'balances',
      'orders',
      'mail-consent',
      'gift-cards',
    ]) {
      void queries.invalidateQueries({ queryKey: [name] });
    }
  };
}

/** Sends the cart token, so that the service merges the guest cart into the customer's. */
export function useLogIn() {
  const api = useApi();
  const change = useSessionChange();
  return useMutation({
    mutationFn: async (body: { username: string; password: string }) => {
      await answer(api.POST('/auth/login/', { body }));
      await change();
    },
  });
}

/** Mails a code; the same answer whether or not the address has an account. */
export function useAskForCode() {
  const api = useApi();
  const store_id = useMaybeShop()?.store.id;
  return useMutation({
    mutationFn: (email: string) =>
      answer(api.POST('/auth/login-code/', { body: { email, store_id } })),
  });
}

export function useLogInWithCode() {
  const api = useApi();
  const change = useSessionChange();
  return useMutation({
    mutationFn: async (body: { login_token: string; code: string }) => {
      await answer(api.POST('/auth/login-code/confirm/', { body }));
      await change();
    },
  });
}

export type NewAccount = {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
  mail_consent: boolean;
};

export function useRegister() {
  const api = useApi();
  const store_id = useMaybeShop()?.store.id;
  return useMutation({
    mutationFn: (account: NewAccount) =>
      answer(api.POST('/auth/register/initiate/', { body: { ...account, store_id } })),
  });
}

export function useVerify() {
  const api = useApi();
  const change = useSessionChange();
  return useMutation({
    mutationFn: async (body: { registration_token: string; otp: string }) => {
      await answer(api.POST('/auth/register/verify/', { body }));
      await change();
    },
  });
}

export function useResend() {
  const api = useApi();
  return useMutation({
    mutationFn: (registration_token: string) =>
      answer(api.POST('/auth/register/resend-otp/', { body: { registration_token } })),
  });
}

export function useLogOut() {
  const api = useApi();
  const change = useSessionChange();
  return useMutation({
    mutationFn: async () => {
      await answer(api.POST('/auth/logout/'));
      await change();
    },
  });
}
