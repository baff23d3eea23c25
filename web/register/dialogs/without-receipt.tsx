import { ActionIcon, Alert, Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { GIFT_CARD_SKU, isMeasured } from '../../../src/domains/pricing/index.js';
import { Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { RETURN_REASONS } from '../../shared/return-reasons.js';
import { ArticleSelect } from '../parts/article-select.js';
import { CreditSlip } from '../parts/credit-slip.js';
import { QuantityInput } from '../parts/return-fields.js';
import { Dialog } from '../parts/till-dialog.js';
import { type Good, NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { type BroughtGoods, type TakenBack, useWithoutReceipt } from '../state/without-receipt.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';

/** A scanned article; each scan is an object of its own. */
export type ScannedGood = { good: Good };

type Props = { session: Session; scanned: ScannedGood | undefined; onClose: () => void };

/** Takes goods back without a receipt: for their lowest price, as store credit, with an approval. */
export default function WithoutReceiptDialog({ session, scanned, onClose }: Props): ReactNode {
  const t = useT();
  const [done, setDone] = useState<TakenBack>();
  return (
    <Dialog onClose={onClose} title={t('noReceipt.title')} size="lg">
      {done === undefined ? (
        <BroughtForm scanned={scanned} onDone={setDone} />
      ) : (
        <Credited session={session} done={done} onClose={onClose} />
      )}
    </Dialog>
  );
}

function useBrought(scanned: ScannedGood | undefined) {
  const [goods, setGoods] = useState<BroughtGoods[]>([]);
  const add = (good: Good): void =>
    setGoods(all => {
      const known = all.some(one => one.good.sku === good.sku);
      if (!known) return [...all, { good, quantity: 1 }];
      return all.map(one =>
        one.good.sku === good.sku && !isMeasured(good.unit)
          ? { ...one, quantity: one.quantity + 1 }
          : one,
      );
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scan adds its article once
  useEffect(() => {
    if (scanned !== undefined && scanned.good.sku !== GIFT_CARD_SKU) add(scanned.good);
  }, [scanned]);
  const setQuantity = (sku: string, quantity: number): void =>
    setGoods(all => all.map(one => (one.good.sku === sku ? { ...one, quantity } : one)));
  const remove = (sku: string): void => setGoods(all => all.filter(one => one.good.sku !== sku));
  return { goods, add, setQuantity, remove };
}

function BroughtForm(props: {
  scanned: ScannedGood | undefined;
  onDone: (done: TakenBack) => void;
}): ReactNode {
  const t = useT();
  const { customer } = sale.use().basket;
  const { goods, add, setQuantity, remove } = useBrought(props.scanned);
  const [reason, setReason] = useState<string>('changed_mind');
  const [restock, setRestock] = useState(true);
  const { take, isBusy, error, ask, stopAsking } = useWithoutReceipt(props.onDone);
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={stopAsking} />;
  const submit = (): void => take({ goods, reason, restock, customerId: customer?.id });
  return (
    <Stack>
      <Text>{t('noReceipt.text')}</Text>
      <ArticleSelect onPick={add} />
      {goods.map(({ good, quantity }) => (
        <Group key={good.sku} justify="space-between" wrap="nowrap" data-testid="brought">
          <Text fw={600} style={{ flex: 1, minWidth: 0 }}>
            {good.name}
          </Text>
          <QuantityInput
            label={`${t('line.quantity')}: ${good.name}`}
            unit={good.unit}
            value={quantity}
            onChange={count => setQuantity(good.sku, count)}
          />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={`${t('line.remove')}: ${good.name}`}
            onClick={() => remove(good.sku)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      <Select
        label={t('return.reason')}
        value={reason}
        onChange={value => setReason(value ?? 'other')}
        allowDeselect={false}
        data={RETURN_REASONS.map(value => ({ value, label: t(`return.reason.${value}`) }))}
      />
      <Checkbox
        label={t('return.restock')}
        checked={restock}
        onChange={event => setRestock(event.currentTarget.checked)}
      />
      {customer && <Text>{t('noReceipt.for', { name: customer.name })}</Text>}
      {error !== null && <Failed error={error} />}
      <Button
        size="lg"
        disabled={goods.length === 0 || goods.some(({ quantity }) => quantity === 0)}
        loading={isBusy}
        onClick={submit}
      >
        {t('noReceipt.go')}
      </Button>
    </Stack>
  );
}

/** The code of the credit is shown and printed. */
function Credited(props: { session: Session; done: TakenBack; onClose: () => void }): ReactNode {
  const { session, done, onClose } = props;
  const t = useT();
  const { money } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const nameOf = (sku: string, name: string): string => goods.byCode(sku)?.name ?? name;
  return (
    <Stack>
      <Alert
        color="pine"
        variant="light"
        icon={<IconCheck />}
        title={t('noReceipt.done', { amount: money(done.refund_amount) })}
        role="status"
      >
        {t('return.done.text', { number: done.return_number })}
        <Text fw={700} ff="monospace" fz="lg" mt="xs" data-testid="credit-code">
          {done.store_credit.code}
        </Text>
      </Alert>
      {done.line_items.map(line => (
        <Group key={line.sku} justify="space-between">
          <Text>
            {line.quantity} × {nameOf(line.sku, line.name)}
          </Text>
          <Text className="money">{money(line.refund_amount)}</Text>
        </Group>
      ))}
      <CreditSlip session={session} number={done.return_number} credit={done.store_credit} />
      <Button size="lg" variant="default" onClick={onClose} data-autofocus>
        {t('app.close')}
      </Button>
    </Stack>
  );
}
