import { AUDIT_LOG } from '../../../platform/audit/remove-old-entries.js';
import { IDEMPOTENCY_KEYS } from '../../../platform/http/idempotency-repository.js';
import { MAILS } from '../../../platform/mail/repository.js';
import type { RetentionRule } from '../../../platform/retention/rule.js';
import { AGENT_CHECKOUTS, AGENT_ORDERS } from '../../agents/index.js';
import { PRINT_JOBS } from '../../hardware/index.js';
import { RESERVATIONS } from '../../inventory/index.js';
import { ENDED_LOGINS } from '../../people/index.js';
import { HELD_SALES } from '../../pos/index.js';
import { IMPORT_REPORTS } from '../../spreadsheets/index.js';
import { CART_REMINDERS, CHECKOUT_FORMS, SEARCHES, STOCK_ALERTS } from '../../storefront/index.js';
import { WEBHOOK_DELIVERIES } from '../../subscriptions/index.js';
import { EVENTS } from '../jobs.js';

/** Sales, payments, receipts, shifts and the journals of tills: tax law asks for years of them. */
const SALES: RetentionRule = { kind: 'sales', days: null };
/** A stock level is the sum of its movements. */
const STOCK_MOVEMENTS: RetentionRule = { kind: 'stock_movements', days: null };

/** As the desk lists them: personal data first, then what has a choice, then what is fixed. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  MAILS,
  AUDIT_LOG,
  ENDED_LOGINS,
  CHECKOUT_FORMS,
  AGENT_CHECKOUTS,
  AGENT_ORDERS,
  STOCK_ALERTS,
  HELD_SALES,
  PRINT_JOBS,
  IMPORT_REPORTS,
  WEBHOOK_DELIVERIES,
  SEARCHES,
  RESERVATIONS,
  CART_REMINDERS,
  SALES,
  STOCK_MOVEMENTS,
  EVENTS,
  IDEMPOTENCY_KEYS,
];
