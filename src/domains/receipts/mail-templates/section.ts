import { canonical } from '../../../platform/http/idempotency-rules.js';
import {
  mailTemplates,
  type StoreSection,
  type StoreWithTaxes,
  writeMailTemplates,
} from '../../stores/index.js';
import type { MailTemplate, MailTemplates } from '../../texts/index.js';

/** The store's own texts of mails; where it has none, another store goes back to the service's. */
export const MAIL_TEMPLATES_SECTION: StoreSection = {
  name: 'mail_templates',
  copyOf: async (_reader, from) => {
    const wanted = mailTemplates(from);
    return {
      planFor: async (_, to) => ({
        changes: changesOf(to, wanted),
        write: tx => writeMailTemplates(tx, to.id, wanted),
      }),
    };
  },
};

/** Texts by their name in paths: `order_confirmation/en`. */
function textsOf(templates: MailTemplates): Map<string, MailTemplate> {
  const entries = Object.entries(templates).flatMap(([kind, byLanguage]) =>
    Object.entries(byLanguage ?? {}).map(([language, text]): [string, MailTemplate] => [
      `${kind}/${language}`,
      text,
    ]),
  );
  return new Map(entries);
}

function changesOf(to: StoreWithTaxes, wanted: MailTemplates) {
  const [before, after] = [textsOf(mailTemplates(to)), textsOf(wanted)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter(name => canonical(before.get(name)) !== canonical(after.get(name)))
    .map(name => ({
      type: 'mail-templates',
      id: `${to.id}/${name}`,
      before: { store_id: to.id, ...before.get(name) },
      after: { store_id: to.id, ...after.get(name) },
    }));
}
