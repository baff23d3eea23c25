import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

const become = (next: boolean): void => {
  isOpen = next;
  for (const listener of listeners) listener();
};

export const openCart = (): void => become(true);
export const closeCart = (): void => become(false);

/** Whether the cart lies over the page; any part of the shop may open it. */
export const useCartOpen = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => isOpen,
  );
