import {
  bootstrap,
  DefaultLogger,
  dummyPaymentHandler,
  Importer,
  JobQueueService,
  LogLevel,
  NoopLogger,
  Populator,
} from '@vendure/core';

/**
 * A Vendure shop with eight products, one shipping method and one payment method. It is copied into
 * the folder where Vendure is installed, and sends its parent a message when it is ready.
 */
const database = new URL(process.env.DATABASE_URL);
const EIGHT = [1, 2, 3, 4, 5, 6, 7, 8];

const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env.PORT),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'admin', password: process.env.ADMIN_PASSWORD },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: database.searchParams.get('host') ?? database.hostname,
    port: Number(database.searchParams.get('port') ?? database.port),
    username: database.username,
    password: database.password,
    database: database.pathname.slice(1),
    synchronize: true,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: process.env.VERBOSE ? new DefaultLogger({ level: LogLevel.Info }) : new NoopLogger(),
};

const shop = {
  defaultLanguage: 'en',
  defaultZone: 'Everywhere',
  countries: [{ code: 'US', name: 'United States', zone: 'Everywhere' }],
  taxRates: [{ name: 'Standard', percentage: 8 }],
  shippingMethods: [{ name: 'Parcel', price: 500 }],
  paymentMethods: [
    {
      name: 'Card',
      handler: {
        code: dummyPaymentHandler.code,
        arguments: [{ name: 'automaticSettle', value: 'true' }],
      },
    },
  ],
  collections: [],
};

const articles = [
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets',
  ...EIGHT.map(n => `Article ${n},article-${n},,,,,,ARTICLE-${n},18.00,Standard,1000000,true,,`),
].join('\n');

// Exits when the parent process ends, even if that was killed.
process.once('disconnect', () => process.exit());

const app = await bootstrap(config);
await app.get(Populator).populateInitialData(shop);
await app.get(Importer).parseAndImport(articles, 'en').forEach(stopAtErrors);
await app.get(JobQueueService).start();
process.send('ready');

function stopAtErrors({ errors }) {
  if (errors?.length > 0) throw new Error(errors.join('\n'));
}
