const OWN_SETTING = 'a setting of the operator, read once';
const OWN_ROUTE = 'the path of a route of this service';
const SHORT_NUMBER = 'a number of at most 20 digits that the service formatted';
const SHORT_FORM = 'a form of the shop has at most 4,096 bytes';

/**
 * Expressions of `src` whose work grows faster than their text, and why their text is short.
 * The key is the file and the expression.
 */
export const BOUNDED_EXPRESSIONS: Readonly<Record<string, string>> = {
  'src/config.ts /^(.+?)\\s*=\\s*(\\w+)$/': OWN_SETTING,
  'src/config.ts /\\/+$/': OWN_SETTING,
  'src/domains/agents/feed/push-feeds.ts /\\/+$/': 'an address that an administrator stored',
  'src/domains/content/documents/fields.ts /\\.?0+$/': SHORT_NUMBER,
  'src/domains/mcp/call-arguments.ts /\\{([^}]+)\\}/g': OWN_ROUTE,
  'src/domains/mcp/call-operation.ts /\\{([^}]+)\\}/g': OWN_ROUTE,
  'src/domains/mcp/operations.ts /\\{[^}]+\\}/g': OWN_ROUTE,
  'src/domains/payments/processors/custom-bank/client.ts /\\/+$/': OWN_SETTING,
  'src/domains/people/language.ts /\\s*;\\s*q=/i':
    'a header of more than 200 characters is ignored',
  'src/domains/pricing/tax-rates.ts /0+$/': SHORT_NUMBER,
  'src/domains/storefront/pages/cart-forms.ts /[^\\d.]+$/': SHORT_FORM,
  'src/domains/stores/taxes/present.ts /\\.?0+$/': SHORT_NUMBER,
  'src/platform/database/batch.ts /^([A-Z]+).*?(\\d+)?$/':
    'the tag of a statement, from PostgreSQL',
  'src/platform/database/migration-files.ts /^\\s*--.*$/gm': 'a migration of this service',
  'src/platform/files/s3.ts /\\/+$/': OWN_SETTING,
  'src/platform/http/method-not-allowed.ts /\\/+$/': OWN_ROUTE,
  'src/platform/http/records/record-routes.ts /\\/+$/': OWN_ROUTE,
  'src/platform/local-formats.ts /\\B(?=(\\d{3})+$)/g': SHORT_NUMBER,
  'src/platform/settings.ts /^([\\w-]+)\\s*=\\s*(.*)$/': OWN_SETTING,
  'src/platform/tracing/start.ts /\\/+$/': OWN_SETTING,
  'src/shop-pages/compose-page.ts /<title>.*?<\\/title>/s':
    'the built page, before texts are put in',
};
