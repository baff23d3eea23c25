import { statement, type Tx } from '../../platform/database/tx.js';
import type { Language } from '../../platform/language.js';
import type { MailKind, MailTemplate, MailTemplates } from '../texts/index.js';

/** Writes one text in one statement, so that two people who edit different mails keep both. */
export const saveMailTemplate = (
  tx: Tx,
  storeId: string,
  kind: MailKind,
  language: Language,
  template: MailTemplate,
) =>
  statement(
    tx,
    `update stores set updated_at = now(), mail_templates = mail_templates || jsonb_build_object(
       $2::text, coalesce(mail_templates -> $2::text, '{}') || jsonb_build_object($3::text, $4::jsonb))
     where id = $1`,
    [storeId, kind, language, JSON.stringify(template)],
  );

export const removeMailTemplate = (tx: Tx, storeId: string, kind: MailKind, language: Language) =>
  statement(
    tx,
    `update stores set updated_at = now(), mail_templates = mail_templates #- array[$2::text, $3::text]
     where id = $1`,
    [storeId, kind, language],
  );

/** Replaces all texts of a store. */
export const writeMailTemplates = (tx: Tx, storeId: string, templates: MailTemplates) =>
  statement(tx, 'update stores set updated_at = now(), mail_templates = $2::jsonb where id = $1', [
    storeId,
    JSON.stringify(templates),
  ]);
