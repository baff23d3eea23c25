const OWN_SETTING = 'a setting of the operator, read once';
const OWN_ROUTE = 'the path of a route of this service';
const ONE_HYPHEN = 'the expression before it leaves no two hyphens in a row';
const SHORT_NUMBER = 'a number of at most 20 digits that the service formatted';
const SHORT_FORM = 'a form of the shop has at most 4,096 bytes';

/**
 * Expressions of `src` whose work grows faster than their text, and why their text is short. The key is
 * the file and the expression.
 */
export const BOUNDED_EXPRESSIONS: Readonly<Record<string, string>> = {
  'src/config.ts /^(.+?)\\s*=\\s*(\\w+)$/': OWN_SETTING,
  'src/config.ts /\\/+$/': OWN_SETTING,
  'src/domains/agents/feed/push-feeds.ts /\\/+$/': 'an address that an administrator stored',
  'src/domains/catalog/rules.ts /^-+|-+$/g': ONE_HYPHEN,
  'src/domains/content/documents/fields.ts /\\.?0+$/': SHORT_NUMBER,
  'src/domains/mcp/call-arguments.ts /\\{([^}]+)\\}/g': OWN_ROUTE,
  'src/domains/mcp/call-operation.ts /\\{([^}]+)\\}/g': OWN_ROUTE,
  'src/domains/mcp/operations.ts /\\{[^}]+\\}/g': OWN_ROUTE,
  'src/domains/payments/processors/custom-bank/client.ts /\\/+$/': OWN_SETTING,
  'src/domains/people/language.ts /\\s*;\\s*q=/i':
    'a header of more than 200 characters is ignored',
  'src/domains/pricing/tax-rates.ts /0+$/': SHORT_NUMBER,
  'src/domains/setup/rules.ts /^-+|-+$/g': ONE_HYPHEN,
  'src/domains/spreadsheets/foreign/keys.ts /^-+|-+$/g': ONE_HYPHEN,
  'src/domains/storefront/alerts/set-reminder.ts /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/':
    'the length of an address is compared first',
  'src/domains/storefront/pages/cart-forms.ts /[^\\d.]+$/': SHORT_FORM,
  'src/domains/stores/taxes/present.ts /\\.?0+$/': SHORT_NUMBER,
  'src/platform/currencies.ts /0+$/': 'an amount that its schema has checked',
  'src/platform/database/batch.ts /^([A-Z]+).*?(\\d+)?$/':
    'the tag of a statement, from PostgreSQL',
  'src/platform/database/embedded/account.ts /\\s*\\n\\s*/g': 'the output of a command of ours',
  'src/platform/database/migration-files.ts /^\\s*--.*$/gm': 'a migration of this service',
  'src/platform/files/s3.ts /\\/+$/': OWN_SETTING,
  'src/platform/http/method-not-allowed.ts /\\/+$/': OWN_ROUTE,
  'src/platform/http/records/record-routes.ts /\\/+$/': OWN_ROUTE,
  'src/platform/settings.ts /^([\\w-]+)\\s*=\\s*(.*)$/': OWN_SETTING,
  'src/platform/tracing/start.ts /\\/+$/': OWN_SETTING,
  'src/shop-pages/compose-page.ts /<title>.*?<\\/title>/s':
    'the built page, before texts are put in',
};
