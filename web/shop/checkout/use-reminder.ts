import { useMutation } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { useEffect, useRef } from 'react';
import { useApi } from '../../shared/api/index.js';
import type { Cart } from '../types.js';
import { isEmail } from './check-draft.js';

/** Typing does not send each letter. */
const REST_MS = 600;

/**
 * Saves the consent while the form is filled in, because a guest who leaves does not send the form.
 * Withdraws it when the box is cleared or the address is not valid. Returns why it was refused.
 */
export function useReminder(cart: Cart, email: string, isWanted: boolean): Error | null {
  const api = useApi();
  const { mutate, error } = useMutation({
    mutationFn: (body: { consent: boolean; email?: string }) =>
      answer(
        api.PUT('/web-commerce/cart/{cart_id}/reminder/', {
          params: { path: { cart_id: cart.id } },
          body,
        }),
      ),
  });
  const wanted = isWanted && isEmail(email) ? email.trim() : '';
  // A box that was ticked before a reload is sent again, which changes nothing.
  const sent = useRef('');
  const save = useRef<() => void>(() => undefined);
  useEffect(() => {
    save.current = () => {
      if (wanted === sent.current) return;
      sent.current = wanted;
      mutate(wanted === '' ? { consent: false } : { consent: true, email: wanted });
    };
    const timer = setTimeout(() => save.current(), REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, mutate]);
  // The next step of the checkout may follow the last letter at once.
  useEffect(() => () => save.current(), []);
  return error;
}
