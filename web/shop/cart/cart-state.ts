import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

const setOpen = (next: boolean): void => {
  isOpen = next;
  for (const listener of listeners) listener();
};

export const openCart = (): void => setOpen(true);
export const closeCart = (): void => setOpen(false);

/** Whether the cart drawer is open. */
export const useCartOpen = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
