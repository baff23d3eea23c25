import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { keptAttempt, keptCheckout, keptDraft } from '../checkout/kept-checkout.js';
import { cartToken } from '../kept.js';
import { renewSession } from '../session/use-session.js';

/** Who shops has changed; what was known about the one before is forgotten. */
function useChange() {
  const api = useApi();
  const queries = useQueryClient();
  return async (): Promise<void> => {
    cartToken.set(undefined);
    for (const kept of [keptDraft, keptCheckout, keptAttempt]) kept.set(undefined);
    await renewSession(queries, api);
    for (const name of ['cart', 'addresses', 'age']) {
      void queries.invalidateQueries({ queryKey: [name] });
    }
  };
}

/** The cart token goes along, so that the service pours the guest's cart into the customer's. */
export function useLogIn() {
  const api = useApi();
  const change = useChange();
  return useMutation({
    mutationFn: async (body: { username: string; password: string }) => {
      await answer(api.POST('/auth/login/', { body }));
      await change();
    },
  });
}

export type NewAccount = {
  email: string;
  password: string;
  first_name: string;
  last_name: string;
};

export function useRegister() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: NewAccount) => answer(api.POST('/auth/register/initiate/', { body })),
  });
}

export function useVerify() {
  const api = useApi();
  const change = useChange();
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
  const change = useChange();
  return useMutation({
    mutationFn: async () => {
      await answer(api.POST('/auth/logout/'));
      await change();
    },
  });
}
