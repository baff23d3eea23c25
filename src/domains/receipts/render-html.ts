import { plainPagePolicy } from '../../platform/http/page-policy.js';
import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { escapeHtml as safe } from '../../platform/plain-text.js';
import { textsIn } from '../texts/index.js';
import { barcodeModules, type Modules, qrModules } from './codes.js';
import { type Goods, layOut, type Row } from './layout.js';
import type { Entry, Logo, Receipt } from './read-receipt.js';

const STYLE = `body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:24rem;padding:0 1rem;color:#111}
h1,.title,.centre{text-align:center}h1{font-size:1.2rem;margin:0}p{margin:.2rem 0}
table{border-collapse:collapse;width:100%;margin:.8rem 0;border-top:1px dashed #777}
td{padding:.15rem 0;vertical-align:top;overflow-wrap:anywhere}td:last-child{text-align:right;white-space:nowrap;padding-left:1rem;font-variant-numeric:tabular-nums}
.small{color:#555;font-size:.85em}.total td{font-weight:700;font-size:1.15em}.title{font-weight:700;margin:.8rem 0}
img,svg{display:block;margin:.6rem auto;max-width:100%}.signature{border-top:1px solid #111;margin-top:4rem}
.mark{border:3px solid #b00020;color:#b00020;font-size:1.5rem;font-weight:700;letter-spacing:.2em;margin:.8rem 0;text-align:center}
@media print{body{margin:0;max-width:none}@page{margin:6mm}}`;

const NO_LINES: readonly string[] = [];

/** For a browser that opens the page; mail programs ignore it. The logo is a file of the service. */
const POLICY = plainPagePolicy(STYLE);

export const policyOf = ({ logo }: Receipt): string =>
  logo === undefined ? POLICY : `${POLICY}; img-src 'self'`;

/** Renders a receipt as an HTML page; mails have paragraphs of the store around it. */
export function renderHtml(
  receipt: Receipt,
  around = { before: NO_LINES, after: NO_LINES },
): string {
  const { language = DEFAULT_LANGUAGE } = receipt;
  const texts = textsIn(language).receipt;
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${safe(texts.title(receipt.number))}</title>
<style>${STYLE}</style>
${[...paragraphsOf(around.before), ...blocksOf(layOut(receipt)), ...paragraphsOf(around.after)].join('\n')}
</html>
`;
}

const paragraphsOf = (lines: readonly string[]): string[] =>
  lines.map(line => `<p>${safe(line)}</p>`);

/** Goods and amounts up to the next rule are one table. */
function blocksOf(rows: readonly Row[]): string[] {
  const blocks: string[] = [];
  let cells: string[] = [];
  const flush = (): void => {
    if (cells.length > 0) blocks.push(`<table>${cells.join('\n')}</table>`);
    cells = [];
  };
  for (const row of rows) {
    const cell = cellOf(row);
    if (cell !== undefined) {
      cells.push(cell);
      continue;
    }
    flush();
    const block = blockOf(row);
    if (block !== '') blocks.push(block);
  }
  flush();
  return blocks;
}

function cellOf(row: Row): string | undefined {
  switch (row.kind) {
    case 'goods':
      return goodsCell(row.goods);
    case 'entry':
      return entryCell(row.entry);
    case 'total':
      return `<tr class="total"><td>${safe(row.entry.label)}</td><td>${safe(row.entry.amount)}</td></tr>`;
    case 'section':
      return `<tr><td><b>${safe(row.text)}</b></td><td></td></tr>`;
    default:
      return undefined;
  }
}

function blockOf(row: Row): string {
  switch (row.kind) {
    case 'logo':
      return picture(row.logo);
    case 'heading':
      return `<h1>${safe(row.text)}</h1>`;
    case 'title':
      return `<p class="title">${safe(row.text)}</p>`;
    case 'centre':
      return `<p class="centre small">${safe(row.text)}</p>`;
    case 'mark':
      return `<p class="mark">${safe(row.text)}</p>`;
    case 'number':
    case 'text':
      return `<p>${safe(row.text)}</p>`;
    case 'strong':
      return `<p><strong>${safe(row.text)}</strong></p>`;
    case 'signature':
      return `<p class="signature">${safe(row.text)}</p>`;
    case 'served':
      return `<p class="small">${[row.at, row.till, row.cashier].filter(Boolean).map(safe).join(' · ')}</p>`;
    case 'barcode':
      return drawing(barcodeModules(row.code), 1, 48);
    case 'qr':
      return `${drawing(qrModules(row.content), 3)}\n<p class="centre small">${safe(row.label)}</p>`;
    default:
      return '';
  }
}

const picture = ({ url, width, height }: Logo): string =>
  `<img src="${safe(url)}" width="${width}" height="${height}" alt="">`;

/** The dark modules as one path; the code is hidden from screen readers, the number stands below. */
function drawing(modules: Modules, scale: number, height?: number): string {
  const { width, rows } = modules;
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const tall = height ?? rows.length * scale;
  return `<svg aria-hidden="true" width="${width * scale}" height="${tall}" viewBox="0 0 ${width} ${rows.length}" preserveAspectRatio="none" shape-rendering="crispEdges"><path d="${path}"/></svg>`;
}

const entryCell = ({ label, amount, note }: Entry): string => {
  const below = note === undefined ? '' : `<br><span class="small">${safe(note)}</span>`;
  return `<tr><td>${safe(label)}${below}</td><td>${safe(amount)}</td></tr>`;
};

function goodsCell(goods: Goods): string {
  const notes = [
    goods.price === undefined ? `${goods.quantity} ×` : `${goods.quantity} × ${goods.price}`,
    ...(goods.note === undefined ? [] : [goods.note]),
    ...(goods.returned === undefined
      ? []
      : [`${goods.returned.label.toLowerCase()}: ${goods.returned.quantity}`]),
  ];
  const name = `<bdi>${safe(goods.name)}</bdi><br><span class="small">${safe(notes.join(', '))}</span>`;
  const discounts = goods.discounts.map(entryCell).join('');
  return `<tr><td>${name}</td><td>${safe(goods.amount ?? '')}</td></tr>${discounts}`;
}
