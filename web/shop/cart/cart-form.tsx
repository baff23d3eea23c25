import type { FormEvent, ReactNode } from 'react';
import { useShop } from '../session/store.js';

/** A change of the cart. Without scripts the browser sends the form, and the cart follows. */
export function CartForm(props: {
  action: 'add' | 'change';
  className?: string;
  onSend: () => void;
  children: ReactNode;
}): ReactNode {
  const { store } = useShop();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    props.onSend();
  };
  return (
    <form
      method="post"
      action={`/app/shop/cart/${props.action}/`}
      className={props.className}
      onSubmit={send}
    >
      <input type="hidden" name="store_id" value={store.id} />
      {props.children}
    </form>
  );
}
