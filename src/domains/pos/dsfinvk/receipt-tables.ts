import { sumOf } from '../../../platform/money.js';
import { germanMoney } from './rules.js';
import { addUp, amounts, type Export, signersAt, type Table, table } from './table.js';

/** Every receipt with its tax, payments and signature. */
export const receiptTables = (data: Export): Table[] => [
  table(
    data,
    'transactions.csv',
    'Bonkopf',
    [
      ...['BON_ID', 'BON_NR', 'BON_TYP', 'BON_NAME', 'TERMINAL_ID', 'BON_STORNO', 'BON_START'],
      ...['BON_ENDE', 'BEDIENER_ID', 'BEDIENER_NAME', 'UMS_BRUTTO', 'BON_NOTIZ'],
    ],
    ({ bons }) => bons,
    (bon, { terminal_id, currency }) => ({
      BON_ID: bon.id,
      BON_NR: bon.number,
      BON_TYP: 'Beleg',
      BON_NAME: bon.name,
      TERMINAL_ID: terminal_id,
      BON_STORNO: 0,
      BON_START: bon.startedAt.toISOString(),
      BON_ENDE: bon.endedAt.toISOString(),
      BEDIENER_ID: bon.operatorId,
      BEDIENER_NAME: bon.operator,
      UMS_BRUTTO: germanMoney(sumOf(bon.lines.map(line => line.grossMinor)), currency),
      BON_NOTIZ: bon.note,
    }),
  ),
  table(
    data,
    'transactions_vat.csv',
    'Bonkopf_USt',
    ['BON_ID', 'UST_SCHLUESSEL', 'BON_BRUTTO', 'BON_NETTO', 'BON_UST'],
    ({ bons }) =>
      bons.flatMap(bon =>
        addUp(bon.lines, line => String(Number(line.rate))).map(group => ({ bon, ...group })),
      ),
    ({ bon, first, items }, { currency }) => ({
      BON_ID: bon.id,
      ...amounts(data, first, items, currency, ['BON_BRUTTO', 'BON_NETTO', 'BON_UST']),
    }),
  ),
  table(
    data,
    'datapayment.csv',
    'Bonkopf_Zahlarten',
    ['BON_ID', 'ZAHLART_TYP', 'ZAHLART_NAME', 'ZAHLWAEH_CODE', 'BASISWAEH_BETRAG'],
    ({ bons }) => bons.flatMap(bon => bon.payments.map(payment => ({ bon, payment }))),
    ({ bon, payment }, { currency }) => ({
      BON_ID: bon.id,
      ZAHLART_TYP: payment.type,
      ZAHLART_NAME: payment.name,
      ZAHLWAEH_CODE: currency,
      BASISWAEH_BETRAG: germanMoney(payment.amountMinor, currency),
    }),
  ),
  table(
    data,
    'transactions_tse.csv',
    'TSE_Transaktionen',
    [
      ...['BON_ID', 'TSE_ID', 'TSE_TANR', 'TSE_TA_START', 'TSE_TA_ENDE', 'TSE_TA_VORGANGSART'],
      ...['TSE_TA_SIGZ', 'TSE_TA_SIG', 'TSE_TA_VORGANGSDATEN'],
    ],
    ({ bons }) =>
      bons.flatMap(bon => {
        const ids = [bon.saleId ?? '', ...(bon.recordIds ?? [])];
        return [...new Set(ids.flatMap(id => data.signatures.get(id) ?? []))].map(signed => ({
          bon,
          signed,
        }));
      }),
    ({ bon, signed }, { terminal_id }) => ({
      BON_ID: bon.id,
      TSE_ID: signersAt(data, terminal_id).findIndex(({ serial }) => serial === signed.serial) + 1,
      TSE_TANR: signed.number,
      TSE_TA_START: signed.startedAt.toISOString(),
      TSE_TA_ENDE: signed.finishedAt.toISOString(),
      TSE_TA_VORGANGSART: signed.process.type,
      TSE_TA_SIGZ: signed.counter,
      TSE_TA_SIG: signed.signature,
      TSE_TA_VORGANGSDATEN: signed.process.data,
    }),
  ),
  table(
    data,
    'references.csv',
    'Bon_Referenzen',
    [
      ...['BON_ID', 'POS_ZEILE', 'REF_TYP', 'REF_NAME', 'REF_DATUM', 'REF_Z_KASSE_ID', 'REF_Z_NR'],
      'REF_BON_ID',
    ],
    ({ bons }) => bons.flatMap(bon => (bon.reference ? { bon, reference: bon.reference } : [])),
    ({ bon, reference: { name, soldIn } }) => ({
      BON_ID: bon.id,
      POS_ZEILE: '',
      REF_TYP: soldIn === null ? 'ExterneSonstige' : 'Transaktion',
      REF_NAME: soldIn === null ? name : '',
      REF_DATUM: soldIn === null ? '' : new Date(soldIn.at).toISOString(),
      REF_Z_KASSE_ID: soldIn?.till ?? '',
      REF_Z_NR: soldIn?.number ?? '',
      REF_BON_ID: soldIn?.bon ?? '',
    }),
  ),
];
