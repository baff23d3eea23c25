import { ActionIcon, Badge, Button, Group, Kbd, Text, Title } from '@mantine/core';
import {
  IconClock,
  IconDiscount,
  IconMinus,
  IconPlus,
  IconShoppingBag,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { isMeasured, shownQuantity, type Totals } from '../../../src/domains/pricing/index.js';
import { Empty } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Basket, itemsIn, type Line, quantityText, setQuantity } from '../state/basket.js';
import { discountOf, lineMinor, type Terms, totalsFor } from '../state/basket-totals.js';
import { clearSale, editBasket, isLocked, sale, saleTotals } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';
import css from '../till.module.css';
import { SaleFor } from './customer-button.js';
import { PartPaid } from './part-paid.js';

type Props = {
  session: Session;
  onPay: () => void;
  onDiscount: () => void;
  onPark: () => void;
  onCustomer: () => void;
  onLabels: () => void;
  onLayaway: () => void;
  onQuotes: () => void;
  onLine: (key: string) => void;
  onCancel: () => void;
  onLeave: () => void;
};

export function Cart(props: Props): ReactNode {
  const { session, onPay, onLine } = props;
  const t = useT();
  const { cents } = useFormat();
  const current = sale.use();
  const { basket } = current;
  const totals = saleTotals(current, session.store);
  const dueMinor = totals.totalMinor - (current.paying?.paidMinor ?? 0);
  const locked = isLocked(current);
  const count = itemsIn(basket);
  const isEmpty = basket.lines.length === 0;
  return (
    <section className={css.cart} aria-label={t('cart.title')}>
      <Group justify="space-between" px="md" pt="md" pb="xs">
        <Title order={2}>{t('cart.title')}</Title>
        {!isEmpty && (
          <Text c="dimmed" data-testid="count">
            {t('cart.items', { count })}
          </Text>
        )}
      </Group>
      <SaleFor
        session={props.session}
        onCustomer={props.onCustomer}
        onLabels={props.onLabels}
        onLayaway={props.onLayaway}
        onQuotes={props.onQuotes}
      />
      {isEmpty ? (
        <div className={css.lines}>
          <Empty
            icon={<IconShoppingBag size={28} />}
            title={t('cart.empty.title')}
            text={t('cart.empty.text')}
          />
        </div>
      ) : (
        <Lines
          session={session}
          basket={basket}
          terms={current.paying?.terms}
          locked={locked}
          onLine={onLine}
        />
      )}
      <Sums session={session} basket={basket} terms={current.paying?.terms} totals={totals} />
      {locked ? (
        <PartPaid session={session} onCancel={props.onCancel} onLeave={props.onLeave} />
      ) : (
        <Actions {...props} disabled={isEmpty} />
      )}
      <div className={css.pay}>
        <Button
          size="xl"
          h={68}
          fullWidth
          disabled={isEmpty}
          onClick={onPay}
          data-testid="pay"
          fz={locked ? 'md' : undefined}
          // Beside the key, the amount left to pay would be cut off.
          rightSection={!locked && <Kbd aria-hidden>{t('keys.pay')}</Kbd>}
        >
          <span className="money">
            {t(locked ? 'part.continue' : 'cart.pay', { total: cents(dueMinor) })}
          </span>
        </Button>
      </div>
    </section>
  );
}

function Actions(props: Props & { disabled: boolean }): ReactNode {
  const t = useT();
  const { onDiscount, onPark, disabled } = props;
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        px={6}
        leftSection={<IconDiscount size={18} />}
        disabled={disabled}
        onClick={onDiscount}
      >
        {t('cart.discount')}
      </Button>
      <Button
        variant="default"
        px={6}
        leftSection={<IconClock size={18} />}
        disabled={disabled}
        onClick={onPark}
      >
        {t('cart.park')}
      </Button>
      <Button
        variant="default"
        px={6}
        leftSection={<IconTrash size={18} />}
        disabled={disabled}
        onClick={clearSale}
      >
        {t('cart.clear')}
      </Button>
    </div>
  );
}

function Lines(props: {
  session: Session;
  basket: Basket;
  terms: Terms | undefined;
  locked: boolean;
  onLine: (key: string) => void;
}): ReactNode {
  const { session, basket, terms, locked, onLine } = props;
  const totals = totalsFor(basket, session.store, terms);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const selected = list.current?.querySelector(`[data-key="${basket.selected}"]`);
    selected?.scrollIntoView({ block: 'nearest' });
  }, [basket.selected]);
  return (
    <ul className={css.lines} ref={list}>
      {basket.lines.map((line, index) => (
        <CartLine
          key={line.key}
          line={line}
          discounts={discountsOf(basket, totals, index)}
          selected={line.key === basket.selected}
          locked={locked}
          onEdit={() => onLine(line.key)}
        />
      ))}
    </ul>
  );
}

type LineDiscount = { name: string; amountMinor: number };

/** What the customer saves on a line, with the reasons. */
function discountsOf(basket: Basket, totals: Totals, index: number): LineDiscount[] {
  const { key, applied = [] } = totals.lines[index] ?? {};
  const given = (totals.discounts ?? []).flatMap(({ shares }, nth) =>
    shares
      .filter(share => share.key === key)
      .map(({ amountMinor }) => ({ name: basket.discounts?.[nth]?.reason ?? '', amountMinor })),
  );
  const promoted = applied.map(({ name, code, amountMinor }) => ({
    name: code === null ? name : `${name} (${code})`,
    amountMinor,
  }));
  return [...promoted, ...given];
}

/** What all bundles of the line contain. */
const partsOf = ({ good, quantity }: Line) =>
  (good.parts ?? []).flatMap(({ name, quantity: inOne, unit }, index) =>
    name === undefined || inOne === undefined
      ? []
      : { key: `${index} ${name}`, name, unit, quantity: inOne * quantity },
  );

function CartLine(props: {
  line: Line;
  discounts: LineDiscount[];
  selected: boolean;
  locked: boolean;
  onEdit: () => void;
}): ReactNode {
  const t = useT();
  const { cents, measure, number } = useFormat();
  const { line, discounts, selected, locked, onEdit } = props;
  const { good, quantity, unitPriceMinor } = line;
  const measured = isMeasured(good.unit);
  const step = (by: number) => (
    <ActionIcon
      variant="default"
      size={40}
      disabled={locked}
      aria-label={t(by > 0 ? 'cart.more' : 'cart.less', { name: good.name })}
      onClick={() => editBasket(basket => setQuantity(basket, line.key, quantity + by))}
    >
      {by > 0 ? <IconPlus size={18} /> : <IconMinus size={18} />}
    </ActionIcon>
  );
  return (
    <li className={css.line} data-selected={selected} data-key={line.key} data-sku={good.sku}>
      <button type="button" className={css.lineName} disabled={locked} onClick={onEdit}>
        <Text fw={600} lineClamp={3} lh={1.25}>
          {good.name}
        </Text>
        <span className="visually-hidden">{t('cart.edit')}</span>
      </button>
      <Group gap={4} wrap="nowrap">
        {!measured && step(-1)}
        <Text fw={700} miw={30} ta="center" className="money" data-testid="quantity">
          {measured ? quantityText(line, measure) : quantity}
        </Text>
        {!measured && step(1)}
      </Group>
      <Text fw={650} className="money" miw={72} ta="right">
        {cents(lineMinor(line))}
      </Text>
      <div className={css.lineFacts}>
        <Text size="sm" c="dimmed" className="money" style={{ whiteSpace: 'normal' }}>
          {measured
            ? `${number(shownQuantity(quantity, good.unit), 3)} ${good.unit} × ${t('cart.per', {
                price: cents(unitPriceMinor),
                unit: good.unit,
              })}`
            : t('cart.each', { price: cents(unitPriceMinor) })}
          {unitPriceMinor !== good.priceMinor &&
            ` · ${t('cart.was', { price: cents(good.priceMinor) })}`}
          {good.isTaxExempt && ` · ${t('cart.noTax')}`}
        </Text>
        {partsOf(line).map(({ key, quantity: contained, unit, name }) => (
          <Text key={key} size="sm" c="dimmed" data-testid="line-part">
            {`${number(contained, 3)} ${unit ?? '×'} ${name}`}
          </Text>
        ))}
        {discounts.map(({ name, amountMinor }, nth) => (
          // Two discounts of a line may have the same name and amount.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <Text key={nth} size="sm" c="var(--app-accent)" data-testid="line-discount">
            {name} <span className="money">−{cents(amountMinor)}</span>
          </Text>
        ))}
        {good.minimumAge !== null && (
          <Badge size="sm" color="brass" variant="light" c="var(--app-warn-ink)">
            {t('cart.age', { count: good.minimumAge })}
          </Badge>
        )}
      </div>
    </li>
  );
}

function Sums(props: {
  session: Session;
  basket: Basket;
  terms: Terms | undefined;
  totals: ReturnType<typeof saleTotals>;
}): ReactNode {
  const t = useT();
  const { cents } = useFormat();
  const { session, basket, terms, totals } = props;
  const own = totalsFor(basket, session.store, terms);
  const isOwn = totals.totalMinor === own.totalMinor;
  const discounted = isOwn ? own.discountMinor : 0;
  const given = (own.discounts ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const lowered = discountOf(basket, session.store, terms) - given;
  const row = (label: string, amount: string): ReactNode => (
    <div className={css.sum}>
      <Text c="dimmed">{label}</Text>
      <Text className="money">{amount}</Text>
    </div>
  );
  return (
    <div className={css.sums}>
      {row(t('cart.subtotal'), cents(totals.subtotalMinor))}
      {discounted > 0 && row(t('cart.discounts'), `−${cents(discounted)}`)}
      {lowered > 0 && row(t('cart.saved'), cents(lowered + discounted))}
      {basket.approval !== null && (
        <Text size="sm" c="var(--app-accent)" fw={600}>
          {t('cart.approved')}
        </Text>
      )}
      {row(
        t(session.store.pricesIncludeTax ? 'cart.taxIncluded' : 'cart.tax'),
        cents(totals.taxMinor),
      )}
      <div className={css.sum}>
        <Text fw={700} size="xl">
          {t('cart.total')}
        </Text>
        <Text fw={700} size="xl" className="money" data-testid="total">
          {cents(totals.totalMinor)}
        </Text>
      </div>
    </div>
  );
}
