import { canonical } from '../../../platform/http/idempotency-rules.js';
import type { StoreSection } from '../../stores/index.js';
import type { JournalSettings } from './accounts.js';
import { settingsOf, writeSettings } from './settings-repository.js';

/** The chart, the accounts and the numbers of the accounting. */
export const JOURNAL_SECTION: StoreSection = {
  name: 'journal',
  copyOf: async (reader, from) => {
    const wanted = await settingsOf(reader, from.id);
    return {
      planFor: async (current, { id }) => {
        const before = shown(id, await settingsOf(current, id));
        const after = shown(id, wanted);
        const isSame = canonical(before) === canonical(after);
        return {
          changes: isSame ? [] : [{ type: 'journal-settings', id, before, after }],
          write: tx => writeSettings(tx, id, wanted),
        };
      },
    };
  },
};

const shown = (store_id: string, settings: JournalSettings) => ({
  store_id,
  chart: settings.chart,
  account_digits: settings.account_digits,
  accounts: settings.accounts,
  method_accounts: settings.method_accounts,
  revenue_accounts: settings.revenue_accounts,
  consultant_number: settings.consultant_number,
  client_number: settings.client_number,
  fiscal_year_month: settings.fiscal_year_month,
});
