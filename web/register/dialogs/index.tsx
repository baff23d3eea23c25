import { lazy, type ReactNode, Suspense } from 'react';
import type { Door } from '../parts/header.js';
import type { Basket } from '../state/basket.js';
import { sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { ApprovalDialog, type Ask } from './approval.js';
import { DiscountDialog } from './discount.js';
import { DoneDialog } from './done.js';
import { DrawerDialog } from './drawer.js';
import { InboxDialog } from './inbox.js';
import { LineDialog } from './line.js';
import { ParkedDialog } from './parked.js';
import { PayDialog } from './pay.js';
import { QueueDialog } from './queue.js';
import { ReceiptDialog } from './receipt.js';

/** Not needed for a sale, so not part of the first load. */
const ReturnDialog = lazy(() => import('./return.js'));
const ShiftDialog = lazy(() => import('./shift.js'));

export type Open =
  | { door: Door | 'pay' | 'discount' }
  | { door: 'line'; key: string }
  | { door: 'approval'; ask: Ask }
  | null;

type Props = {
  open: Open;
  who: Session;
  onOpen: (open: Open) => void;
  onClose: () => void;
  onChange: (edit: (basket: Basket) => Basket) => void;
  onSend: () => void;
};

/** Whichever dialog is open; the change of a finished sale comes before all others. */
export function Dialogs(props: Props): ReactNode {
  const { open, who, onOpen } = props;
  const { done } = sale.use();
  if (open?.door === 'receipt') {
    return <ReceiptDialog who={who} done={done} onClose={props.onClose} />;
  }
  if (done !== null && open === null) {
    return <DoneDialog done={done} onReceipt={() => onOpen({ door: 'receipt' })} />;
  }
  return <Suspense fallback={null}>{open !== null && dialogFor(open, props)}</Suspense>;
}

function dialogFor(open: NonNullable<Open>, props: Props): ReactNode {
  const { who, onClose, onChange } = props;
  switch (open.door) {
    case 'pay':
      return <PayDialog who={who} onClose={onClose} />;
    case 'discount':
      return <DiscountDialog who={who} onClose={onClose} onChange={onChange} />;
    case 'line': {
      const line = sale.get().basket.lines.find(({ key }) => key === open.key);
      return line && <LineDialog line={line} onClose={onClose} onChange={onChange} />;
    }
    case 'approval':
      return <ApprovalDialog ask={open.ask} onClose={onClose} />;
    case 'inbox':
      return <InboxDialog onClose={onClose} />;
    case 'drawer':
      return <DrawerDialog onClose={onClose} />;
    case 'parked':
      return <ParkedDialog who={who} onClose={onClose} />;
    case 'queue':
      return <QueueDialog onSend={props.onSend} onClose={onClose} />;
    case 'return':
      return <ReturnDialog who={who} onClose={onClose} />;
    case 'shift':
      return <ShiftDialog who={who} onClose={onClose} />;
    case 'receipt':
      return null;
  }
}
