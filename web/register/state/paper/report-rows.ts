import type { GetResponse } from '../../../shared/api/responses.js';
import type { Values } from '../../../shared/i18n/texts.js';
import type { Key } from '../../texts/texts-in.js';
import { pair, RULE, text } from './head.js';
import type { PaperRow } from './rows.js';

type Report = GetResponse<'/cash-management/shifts/{id}/z-report/'>;
type Texts = (key: Key, values?: Values) => string;
type Words = { t: Texts; amount: (amount: string) => string };

/** Sales of earlier shifts that arrived after those were closed; they are in no other figure. */
export const lateRows = (late: Report['late'], { t, amount }: Words): PaperRow[] =>
  late === undefined
    ? []
    : [
        RULE,
        pair(`${t('report.late')} (${late.count})`, amount(late.amount)),
        pair(`  ${t('report.lateCash')}`, amount(late.cash)),
        ...(late.tips === undefined ? [] : [pair(`  ${t('report.lateTips')}`, amount(late.tips))]),
        text(t('report.lateText')),
      ];

/** The signer of the till and what it signed during the shift. */
export const fiscalRows = (fiscal: Report['fiscal'], t: Texts): PaperRow[] =>
  fiscal === undefined
    ? []
    : [
        RULE,
        pair(t('report.signer'), fiscal.serial),
        pair(t('report.signatures', { count: fiscal.count }), rangeOf(fiscal)),
      ];

const rangeOf = ({ first, last }: { first: string; last: string }): string =>
  first === last ? first : `${first} - ${last}`;
