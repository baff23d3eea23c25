import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { DEFAULT_SETTINGS, type JournalSettings } from './accounts.js';

/** The settings of a store, or the defaults. */
export async function settingsOf(reader: Reader, storeId: string): Promise<JournalSettings> {
  const row = await reader
    .selectFrom('journal_settings')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row === undefined ? DEFAULT_SETTINGS : (row as unknown as JournalSettings);
}

export const writeSettings = (tx: Tx, storeId: string, settings: JournalSettings) =>
  statement(
    tx,
    `insert into journal_settings (store_id, chart, account_digits, accounts, method_accounts,
       revenue_accounts, consultant_number, client_number, fiscal_year_month)
     values ($1, $2, $3, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8, $9)
     on conflict (store_id) do update set chart = excluded.chart,
       account_digits = excluded.account_digits, accounts = excluded.accounts,
       method_accounts = excluded.method_accounts, revenue_accounts = excluded.revenue_accounts,
       consultant_number = excluded.consultant_number, client_number = excluded.client_number,
       fiscal_year_month = excluded.fiscal_year_month, updated_at = now()`,
    [
      storeId,
      settings.chart,
      settings.account_digits,
      JSON.stringify(settings.accounts),
      JSON.stringify(settings.method_accounts),
      JSON.stringify(settings.revenue_accounts),
      settings.consultant_number,
      settings.client_number,
      settings.fiscal_year_month,
    ],
  );
