import type { Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import { isPaidByCard, type PaymentMethod, webCardForm } from '../../payments/index.js';
import type { Address } from '../../people/index.js';
import type { CardOfCustomer } from '../../stored-value/index.js';
import { shopperMethodName, textsIn } from '../../texts/index.js';

export const presentAddress = ({ user_id, created_at, ...shown }: Address) => shown;

/**
 * The public part of a method; its code and processor are internal. With a language it has its
 * name for shoppers.
 */
export const presentMethod = (platform: Platform, method: PaymentMethod, language?: Language) => ({
  id: method.id,
  name:
    language === undefined
      ? method.name
      : shopperMethodName({ ...method, isCard: isPaidByCard(method) }, textsIn(language)),
  method_type: method.method_type,
  is_active: method.is_active,
  is_online_available: method.is_online_available,
  minimum_amount: method.minimum_amount,
  maximum_amount: method.maximum_amount,
  icon_url: method.icon_url,
  description: method.description,
  display_order: method.display_order,
  card_form: webCardForm(platform, method),
});

export const presentCard = (card: CardOfCustomer, now: Date) => {
  const isExpired = card.expires_at !== null && card.expires_at <= now;
  return {
    id: card.id,
    kind: card.kind,
    last_four: card.code_last_four,
    balance: card.balance,
    currency: card.currency,
    status: isExpired && card.status === 'active' ? ('expired' as const) : card.status,
    expires_at: card.expires_at?.toISOString() ?? null,
    origin: originOf(card),
    order_number: card.order_number,
    can_remove: card.is_saved,
    created_at: card.created_at.toISOString(),
  };
};

function originOf({ is_own, order_number }: CardOfCustomer): 'bought' | 'given' | 'saved' {
  if (!is_own) return 'saved';
  return order_number === null ? 'given' : 'bought';
}
