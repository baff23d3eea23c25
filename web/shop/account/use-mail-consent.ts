import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useApi } from '../../shared/api/index.js';
import { useSession } from '../session/use-session.js';

const PATH = '/web-commerce/account/mail-consent/';

/** Whether the customer allows mails that no order needs; nothing for guests. */
export function useMailConsent() {
  const api = useApi();
  const isCustomer = useSession().data?.authenticated === true;
  return useQuery({
    queryKey: ['mail-consent'],
    queryFn: () => answer(api.GET(PATH)),
    enabled: isCustomer,
  });
}

export function useChangeConsent() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (consent: boolean) => answer(api.PUT(PATH, { body: { consent } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mail-consent'] }),
  });
}
