import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLES } from '../src/domains/access/roles.js';
import { FREQUENCIES } from '../src/domains/analytics/schedules/rules.js';
import { STATUSES as APPROVAL_STATUSES } from '../src/domains/approvals/rules.js';
import { CREDENTIAL_STATUSES } from '../src/domains/compliance/kyc/rules.js';
import { PERIODS } from '../src/domains/compliance/limits/rules.js';
import { EVENT_STATUSES as CONTENT_EVENT_STATUSES } from '../src/domains/content/inbound/repository.js';
import { COUNT_SCOPES, COUNT_STATUSES } from '../src/domains/counts/rules.js';
import { FULFILLMENT_STATUSES, FULFILLMENT_TYPES } from '../src/domains/fulfillments/rules.js';
import { METHOD_TYPES } from '../src/domains/payments/methods/rules.js';
import {
  PAYMENT_STATUSES,
  REFUND_CAUSES,
  REFUND_DESTINATIONS,
  REFUND_STATUSES,
  REVIEW_DECISIONS,
  VERIFICATIONS,
} from '../src/domains/payments/records/rules.js';
import { LOGIN_KINDS } from '../src/domains/people/logins/tokens.js';
import { PROMOTION_KINDS, SCOPE_KINDS } from '../src/domains/pricing/index.js';
import { ORDER_STATUSES } from '../src/domains/procurement/rules.js';
import { AB_STATUSES } from '../src/domains/promotions/ab-tests/rules.js';
import { CAMPAIGN_STATES } from '../src/domains/promotions/campaigns/rules.js';
import { ANSWERS } from '../src/domains/reconciliation/review/rules.js';
import { RESULTS } from '../src/domains/reconciliation/settlements/rules.js';
import { RETURN_STATUSES } from '../src/domains/returns/rules.js';
import { SHIFT_STATUSES } from '../src/domains/shifts/rules.js';
import { PICTURE_STATES } from '../src/domains/spreadsheets/imports/picture-repository.js';
import { IMPORT_KINDS, IMPORT_STATUSES } from '../src/domains/spreadsheets/sheets/sheet.js';
import { CHECKOUT_STATUSES } from '../src/domains/storefront/checkout/rules.js';
import { RECEIPT_PRINTING } from '../src/domains/stores/rules.js';
import { DELIVERY_STATUSES } from '../src/domains/subscriptions/delivery-repository.js';
import { PRIORITIES, TASK_STATUSES } from '../src/domains/tasks/rules.js';
import { CARD_STATUSES } from '../src/domains/transactions/card/rules.js';
import { SALE_STATUSES, SOURCES } from '../src/domains/transactions/rules.js';
import { DIFFERENCE_REASONS, TRANSFER_STATUSES } from '../src/domains/transfers/rules.js';
import { ZONE_KINDS } from '../src/domains/zones/rules.js';
import { ACTOR_KINDS } from '../src/platform/audit/entry.js';
import { cloneDatabase } from './support/service.js';

/** Trigger functions that check the rows of a table with many rules, see decision 32. */
const CHECKING: Record<string, string> = {
  prepare_sale: 'transactions',
  prepare_payment: 'payments',
};

/** Columns whose values the code lists; a check constraint of the column lists them again. */
const LISTS: Record<string, readonly string[]> = {
  'ab_tests.status': AB_STATUSES,
  'approvals.status': APPROVAL_STATUSES,
  'audit_entries.actor_kind': ACTOR_KINDS,
  'campaigns.status': CAMPAIGN_STATES,
  'card_attempts.status': CARD_STATUSES,
  'checkout_sessions.status': CHECKOUT_STATUSES,
  'content_inbound_events.status': CONTENT_EVENT_STATUSES,
  'fulfillments.fulfillment_type': FULFILLMENT_TYPES,
  'fulfillments.status': FULFILLMENT_STATUSES,
  'import_pictures.state': PICTURE_STATES,
  'imports.kind': IMPORT_KINDS,
  'imports.status': IMPORT_STATUSES,
  'imports.undo_status': IMPORT_STATUSES,
  'kyc_credentials.status': CREDENTIAL_STATUSES,
  'payment_methods.method_type': METHOD_TYPES,
  'payment_review_decisions.decision': REVIEW_DECISIONS,
  'payment_reviews.answer': ANSWERS,
  'payments.review_decision': REVIEW_DECISIONS,
  'payments.status': PAYMENT_STATUSES,
  'payments.verification': VERIFICATIONS,
  'promotions.kind': PROMOTION_KINDS,
  'promotions.scope_kind': SCOPE_KINDS,
  'purchase_limits.period': PERIODS,
  'purchase_orders.status': ORDER_STATUSES,
  'refunds.cause': REFUND_CAUSES,
  'refunds.refund_to': REFUND_DESTINATIONS,
  'refunds.status': REFUND_STATUSES,
  'report_schedules.frequency': FREQUENCIES,
  'returns.status': RETURN_STATUSES,
  'settlement_lines.result': RESULTS,
  'sessions.kind': LOGIN_KINDS,
  'shifts.status': SHIFT_STATUSES,
  'stock_counts.scope': COUNT_SCOPES,
  'stock_counts.status': COUNT_STATUSES,
  'stock_transfer_lines.difference_reason': DIFFERENCE_REASONS,
  'stock_transfers.status': TRANSFER_STATUSES,
  'stores.receipt_printing': RECEIPT_PRINTING,
  'tasks.priority': PRIORITIES,
  'tasks.status': TASK_STATUSES,
  'transactions.source_system': SOURCES,
  'transactions.status': SALE_STATUSES,
  'users.role': ROLES,
  'webhook_deliveries.status': DELIVERY_STATUSES,
  'zones.kind': ZONE_KINDS,
};

let database: Awaited<ReturnType<typeof cloneDatabase>>;
const checks = new Map<string, string[]>();

beforeAll(async () => {
  database = await cloneDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // Only checks of the form `column in ('a', 'b')`, which PostgreSQL prints with `= ANY (ARRAY[…])`.
  const { rows } = await client.query<{ name: string; text: string }>(
    `select relname || '.' || attname as name, pg_get_constraintdef(c.oid) as text
     from pg_constraint c join pg_class on pg_class.oid = conrelid
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'c' and cardinality(conkey) = 1 and not relispartition
       and pg_get_constraintdef(c.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['`,
  );
  for (const { name, text } of rows) {
    checks.set(name, quotedIn(text));
  }
  const functions = await client.query<{ name: string; text: string }>(
    'select proname as name, prosrc as text from pg_proc where proname = any($1)',
    [Object.keys(CHECKING)],
  );
  for (const { name, text } of functions.rows) {
    for (const [, column, values] of text.matchAll(/when new\.(\w+) not in \(([^)]*)\)/g)) {
      checks.set(`${CHECKING[name]}.${column}`, quotedIn(values ?? ''));
    }
  }
  await client.end();
});

afterAll(() => database.drop());

const quotedIn = (text: string): string[] =>
  [...text.matchAll(/'([^']*)'/g)].map(match => match[1] ?? '').sort();

it.each(Object.entries(LISTS))('%s has the same values in the database', (column, values) => {
  expect(checks.get(column)).toEqual([...values].sort());
});
