import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { useOnline } from '../../shared/api/index.js';
import { loginParts } from '../login-parts.js';
import type { DialogName } from '../parts/header.js';
import type { Ask } from '../state/approval-ask.js';
import type { Basket } from '../state/basket.js';
import type { Good } from '../state/catalogue.js';
import { hasPaired } from '../state/devices/paired.js';
import { idle } from '../state/idle.js';
import type { Product } from '../state/products.js';
import { sale } from '../state/sale.js';
import type { ReturnScan } from '../state/scanned-goods.js';
import type { Session } from '../state/session.js';
import type { ScannedGood } from './without-receipt.js';

/** Parts of a sale that are not needed for its first item; the till loads them after its start. */
const laterParts = {
  approval: () => import('./approval.js'),
  discount: () => import('./discount.js'),
  done: () => import('./done.js'),
  drawer: () => import('./drawer.js'),
  giftCard: () => import('./gift-card.js'),
  giveBack: () => import('./give-back.js'),
  knownReceipt: () => import('../state/known-receipt.js'),
  line: () => import('./line.js'),
  offlineReturn: () => import('./offline-return.js'),
  options: () => import('./options.js'),
  parked: () => import('./parked.js'),
  pay: () => import('./pay.js'),
  queue: () => import('./queue.js'),
  receipt: () => import('./receipt.js'),
  recent: () => import('./recent.js'),
  weight: () => import('./weight.js'),
};
const ApprovalDialog = lazy(async () => ({
  default: (await laterParts.approval()).ApprovalDialog,
}));
const DiscountDialog = lazy(async () => ({
  default: (await laterParts.discount()).DiscountDialog,
}));
const DoneDialog = lazy(async () => ({ default: (await laterParts.done()).DoneDialog }));
const DrawerDialog = lazy(async () => ({ default: (await laterParts.drawer()).DrawerDialog }));
const GiftCardDialog = lazy(async () => ({
  default: (await laterParts.giftCard()).GiftCardDialog,
}));
const LineDialog = lazy(async () => ({ default: (await laterParts.line()).LineDialog }));
const OfflineReturnDialog = lazy(laterParts.offlineReturn);
const OptionsDialog = lazy(async () => ({ default: (await laterParts.options()).OptionsDialog }));
const ParkedDialog = lazy(async () => ({ default: (await laterParts.parked()).ParkedDialog }));
const PayDialog = lazy(async () => ({ default: (await laterParts.pay()).PayDialog }));
const QueueDialog = lazy(async () => ({ default: (await laterParts.queue()).QueueDialog }));
const RecentDialog = lazy(laterParts.recent);
const ReceiptDialog = lazy(async () => ({ default: (await laterParts.receipt()).ReceiptDialog }));
const WeightDialog = lazy(async () => ({ default: (await laterParts.weight()).WeightDialog }));

/**
 * Loads what a sale may need, so that it is there without a connection: one part after the other,
 * while nothing else happens. A part that does not load now is loaded when it is needed.
 */
export async function loadLaterParts(): Promise<void> {
  const printed = () => import('../state/devices/printed-bytes.js');
  const parts = { ...laterParts, ...loginParts };
  for (const load of [...Object.values(parts), ...(hasPaired() ? [printed] : [])]) {
    await idle();
    await load().catch(() => undefined);
  }
}

/** Loaded on demand: not needed for a sale. */
const ArrangeTilesDialog = lazy(() => import('./arrange-tiles.js'));
const CardBalanceDialog = lazy(() => import('./card-balance.js'));
const CancelSaleDialog = lazy(() => import('./cancel-sale.js'));
const CustomerDialog = lazy(() => import('./customer.js'));
const DevicesDialog = lazy(() => import('./devices.js'));
const DisplayDialog = lazy(() => import('./display.js'));
const InboxDialog = lazy(() => import('./inbox.js'));
const LabelsDialog = lazy(() => import('./labels.js'));
const LayawaysDialog = lazy(() => import('./layaways.js'));
const OrdersDialog = lazy(() => import('./orders.js'));
const PayOutsDialog = lazy(() => import('./pay-outs.js'));
const QuotesDialog = lazy(() => import('./quotes.js'));
const ReturnDialog = lazy(() => import('./return.js'));
const ShiftDialog = lazy(() => import('./shift.js'));
const WithoutReceiptDialog = lazy(() => import('./without-receipt.js'));

export type OpenDialog =
  | {
      dialog:
        | Exclude<DialogName, 'orders' | 'cardBalance' | 'return'>
        | 'discount'
        | 'cancel'
        | 'customer'
        | 'labels'
        | 'arrangeTiles';
    }
  | { dialog: 'orders' | 'pay' | 'cardBalance'; scanned?: string }
  | { dialog: 'return'; scanned?: ReturnScan }
  | { dialog: 'line'; key: string }
  | { dialog: 'options'; product: Product }
  | { dialog: 'withoutReceipt'; scanned?: ScannedGood }
  | { dialog: 'weight' | 'giftCard'; good: Good }
  | { dialog: 'approval'; ask: Ask }
  | null;

type Props = {
  open: OpenDialog;
  session: Session;
  onOpen: (open: OpenDialog) => void;
  onClose: () => void;
  onChange: (edit: (basket: Basket) => Basket) => void;
  /** A variant was chosen among the options of its product. */
  onPick: (good: Good) => void;
  onSend: () => void;
  /** The service refused something about the current sale: it may have ended elsewhere. */
  onRefused: () => void;
};

/** Renders the open dialog; after a sale, the change is shown first. */
export function Dialogs(props: Props): ReactNode {
  const { open, session, onOpen } = props;
  const { done } = sale.use();
  if (open?.dialog === 'receipt') {
    return (
      <Suspense fallback={null}>
        <ReceiptDialog session={session} done={done} onClose={props.onClose} />
      </Suspense>
    );
  }
  if (done !== null && open === null) {
    return (
      <Suspense fallback={null}>
        <DoneDialog session={session} done={done} onReceipt={() => onOpen({ dialog: 'receipt' })} />
      </Suspense>
    );
  }
  return <Suspense fallback={null}>{open !== null && dialogFor(open, props)}</Suspense>;
}

/** Stays what it was when it opened, also if the connection comes or goes meanwhile. */
function ReturnHere(props: ComponentProps<typeof ReturnDialog>): ReactNode {
  const online = useOnline();
  const [wasOnline] = useState(online);
  const { session, scanned, onClose } = props;
  return wasOnline ? (
    <ReturnDialog {...props} />
  ) : (
    <OfflineReturnDialog session={session} scanned={scanned} onClose={onClose} />
  );
}

function dialogFor(open: NonNullable<OpenDialog>, props: Props): ReactNode {
  const { session, onOpen, onClose, onChange, onRefused } = props;
  const pay = (): void => onOpen({ dialog: 'pay' });
  switch (open.dialog) {
    case 'pay':
      return (
        <PayDialog
          session={session}
          scanned={open.scanned ?? ''}
          onScanned={pay}
          onClose={onClose}
          onRefused={onRefused}
        />
      );
    case 'arrangeTiles':
      return <ArrangeTilesDialog onClose={onClose} />;
    case 'cardBalance':
      return <CardBalanceDialog scanned={open.scanned ?? ''} onClose={onClose} />;
    case 'customer':
      return <CustomerDialog onClose={onClose} />;
    case 'labels':
      return <LabelsDialog onClose={onClose} />;
    case 'devices':
      return <DevicesDialog session={session} onClose={onClose} />;
    case 'display':
      return <DisplayDialog session={session} onClose={onClose} />;
    case 'discount':
      return <DiscountDialog session={session} onClose={onClose} onChange={onChange} />;
    case 'line': {
      const line = sale.get().basket.lines.find(({ key }) => key === open.key);
      return line && <LineDialog line={line} onClose={onClose} onChange={onChange} />;
    }
    case 'options':
      return <OptionsDialog product={open.product} onPick={props.onPick} onClose={onClose} />;
    case 'giftCard':
      return <GiftCardDialog good={open.good} onClose={onClose} />;
    case 'weight':
      return <WeightDialog good={open.good} onClose={onClose} />;
    case 'approval':
      return <ApprovalDialog ask={open.ask} onClose={onClose} />;
    case 'inbox':
      return <InboxDialog onClose={onClose} />;
    case 'drawer':
      return <DrawerDialog session={session} onClose={onClose} />;
    case 'parked':
      return <ParkedDialog session={session} onClose={onClose} onTaken={pay} />;
    case 'queue':
      return <QueueDialog session={session} onSend={props.onSend} onClose={onClose} />;
    case 'cancel':
      return <CancelSaleDialog onClose={onClose} onRefused={onRefused} />;
    case 'orders': {
      const scanned = open.scanned ?? '';
      return <OrdersDialog session={session} scanned={scanned} onClose={onClose} onPay={pay} />;
    }
    case 'layaways':
      return <LayawaysDialog session={session} onClose={onClose} onPay={pay} />;
    case 'quotes':
      return <QuotesDialog session={session} onClose={onClose} onPay={pay} />;
    case 'payOuts':
      return <PayOutsDialog session={session} onClose={onClose} />;
    case 'return':
      return (
        <ReturnHere
          session={session}
          scanned={open.scanned}
          onClose={onClose}
          onPay={pay}
          onWithoutReceipt={() => onOpen({ dialog: 'withoutReceipt' })}
        />
      );
    case 'recent':
      return (
        <RecentDialog
          session={session}
          onClose={onClose}
          onReturn={number => onOpen({ dialog: 'return', scanned: { number } })}
        />
      );
    case 'withoutReceipt':
      return <WithoutReceiptDialog session={session} scanned={open.scanned} onClose={onClose} />;
    case 'shift':
      return <ShiftDialog session={session} onClose={onClose} />;
    case 'receipt':
      return null;
  }
}
