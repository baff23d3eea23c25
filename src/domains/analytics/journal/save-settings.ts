import { atomically } from '../../../platform/database/tx.js';
import { type FieldErrors, invalid } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import type { JournalSettings } from './accounts.js';
import { writeSettings } from './settings-repository.js';

/** Replaces the account numbers of a store's journal. */
export async function saveSettings(
  { db }: Platform,
  storeId: string,
  settings: JournalSettings,
): Promise<void> {
  refuseOddAccounts(settings);
  await atomically(db, tx => writeSettings(tx, storeId, settings));
}

/** DATEV reads all accounts of a file with the same number of digits, and a rate has one account. */
function refuseOddAccounts(settings: JournalSettings): void {
  const { account_digits: digits, accounts, method_accounts, revenue_accounts } = settings;
  const isOdd = (account: string | null | undefined): boolean =>
    account !== null && account !== undefined && account.length !== digits;
  const fields: FieldErrors = {};
  const message = `Account numbers of this store have ${digits} digits.`;
  if (Object.values(accounts).some(isOdd)) fields.accounts = [message];
  if (Object.values(method_accounts).some(isOdd)) fields.method_accounts = [message];
  const ofRates = revenue_accounts.flatMap(one => [one.account, one.tax_account]);
  const rates = revenue_accounts.map(one => Number(one.rate));
  if (ofRates.some(isOdd)) fields.revenue_accounts = [message];
  else if (new Set(rates).size < rates.length) {
    fields.revenue_accounts = ['A rate has one account.'];
  }
  if (Object.keys(fields).length > 0) throw invalid('Some accounts are not valid.', fields);
}
