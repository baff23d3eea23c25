import { plainPagePolicy } from '../../platform/http/page-policy.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { escapeHtml as safe } from '../../platform/plain-text.js';
import { textsIn } from '../texts/index.js';
import { discountsOf } from './line-discounts.js';
import {
  type Entry,
  printedPrice,
  printedQuantity,
  type Receipt,
  type ReceiptLine,
} from './read-receipt.js';

const STYLE = `body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:24rem;padding:0 1rem;color:#111}
header,footer{text-align:center}h1{font-size:1.2rem;margin:0}p{margin:.2rem 0}
table{border-collapse:collapse;width:100%;margin:.8rem 0;border-top:1px dashed #777}
td{padding:.15rem 0;vertical-align:top;overflow-wrap:anywhere}td:last-child{text-align:right;white-space:nowrap;padding-left:1rem;font-variant-numeric:tabular-nums}
.small{color:#555;font-size:.85em}.total td{font-weight:700;font-size:1.15em}
.mark{border:3px solid #b00020;color:#b00020;font-size:1.5rem;font-weight:700;letter-spacing:.2em;margin:.8rem 0;text-align:center}
@media print{body{margin:0;max-width:none}@page{margin:6mm}}`;

/** For a browser that opens the page; mail programs ignore it. */
export const RECEIPT_POLICY = plainPagePolicy(STYLE);

/** Renders a receipt as an HTML page, also for mails. */
export function renderHtml(receipt: Receipt): string {
  const { language = DEFAULT_LANGUAGE } = receipt;
  const texts = textsIn(language).receipt;
  const mark = receipt.mark === null ? '' : `<p class="mark">${safe(receipt.mark)}</p>`;
  const served = [
    receipt.at,
    receipt.terminal === null ? '' : texts.till(receipt.terminal),
    receipt.cashier === null ? '' : texts.servedBy(receipt.cashier),
  ].filter(Boolean);
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(texts.title(receipt.number))}</title>
<style>${STYLE}</style>
<header><h1>${safe(receipt.storeName)}</h1>
${receipt.storeLines.map(line => `<p class="small">${safe(line)}</p>`).join('\n')}</header>
${mark}
<p>${safe(receipt.number)}</p>
<p class="small">${served.map(safe).join(' · ')}</p>
${labels(receipt, texts.pickUp)}
<table>${receipt.lines.map(line => goods(line, receipt)).join('\n')}</table>
<table>${receipt.sums.map(entry).join('\n')}
<tr class="total"><td>${safe(texts.total(receipt.currency))}</td><td>${safe(receipt.total)}</td></tr>${(receipt.included ?? []).map(entry).join('\n')}</table>
${returned(receipt)}${receipt.payments.length === 0 ? '' : `<table>${receipt.payments.map(entry).join('\n')}</table>`}
${mark}
<footer><p>${safe(receipt.footer)}</p><p class="small">${safe(receipt.number)}</p></footer>
</html>
`;
}

/** For whom the goods are, and the note. */
const labels = ({ pickupName, note }: Receipt, pickUp: (name: string) => string): string =>
  [...(pickupName ? [`<p><strong>${safe(pickUp(pickupName))}</strong></p>`] : [])]
    .concat(note ? [`<p>${safe(note)}</p>`] : [])
    .join('\n');

/** The returned goods of an exchange, between the total and what paid it. */
const returned = ({ returned: part }: Receipt): string =>
  part === undefined
    ? ''
    : `<table><tr><td><b>${safe(part.title)}</b></td><td></td></tr>${[...part.goods, ...part.refunds].map(entry).join('\n')}</table>
`;

const entry = ({ label, amount, note }: Entry): string => {
  const below = note === undefined ? '' : `<br><span class="small">${safe(note)}</span>`;
  return `<tr><td>${safe(label)}${below}</td><td>${safe(amount)}</td></tr>`;
};

function goods(line: ReceiptLine, receipt: Receipt): string {
  const { language = DEFAULT_LANGUAGE, currency } = receipt;
  const texts = textsIn(language);
  const formats = formatsFor(language, currency);
  const quantity = (amount: number): string => printedQuantity(amount, line, formats);
  const notes = [
    `${quantity(line.quantity)} × ${printedPrice(line)}`,
    ...(line.isTaxExempt ? [texts.receipt.noTax] : []),
    ...(line.returned === 0
      ? []
      : [`${texts.receipt.returned.toLowerCase()}: ${quantity(line.returned)}`]),
  ];
  const name = `<bdi>${safe(line.description)}</bdi><br><span class="small">${safe(notes.join(', '))}</span>`;
  const discounts = discountsOf(line, texts).map(entry).join('');
  return `<tr><td>${name}</td><td>${safe(line.subtotal)}</td></tr>${discounts}`;
}
