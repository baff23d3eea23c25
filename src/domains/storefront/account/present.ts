import type { Platform } from '../../../platform/platform.js';
import { type PaymentMethod, webCardForm } from '../../payments/index.js';
import type { Address } from '../../people/index.js';

export const presentAddress = ({ user_id, created_at, ...shown }: Address) => shown;

/** The public part of a method; its code and processor are internal. */
export const presentMethod = (platform: Platform, method: PaymentMethod) => ({
  id: method.id,
  name: method.name,
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
