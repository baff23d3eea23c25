import type { Config } from './config.js';

/** The command that starts a shop of one's own beside the demo, which stays as it is. */
export const ownShopCommand = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): string =>
  databaseUrl === undefined
    ? 'DATA_DIR=.my-shop DEMO_DATA=false npm start'
    : 'DATABASE_URL=postgres://… DEMO_DATA=false npm start';
