import { a4Inside, drawRule, type PdfDocument, writePdf } from '../../../platform/pdf.js';
import { clean } from '../../../platform/plain-text.js';
import { drawBarcode } from '../../prices/index.js';
import type { PickedItem, PickedOrder, PickList } from './pick-list.js';

const MARGIN = 48;
const { left: LEFT, width: WIDTH, bottom } = a4Inside(MARGIN);
const BOX = 11;
const QUANTITY_WIDTH = 80;
const SKU_WIDTH = 130;
/** Below it a row starts on the next page. */
const BOTTOM = bottom - 24;
const ORDER_HEAD = 90;

/** All goods to pick first, then each order with its own. */
export function renderPickList(list: PickList): Promise<Buffer> {
  const { texts, language } = list;
  const options = { size: 'A4' as const, margin: MARGIN, title: texts.title, language };
  return writePdf(options, document => {
    document.font('bold').fontSize(18).text(texts.title);
    document.font('regular').fontSize(10).fillColor('#444');
    document.text(
      [clean(list.storeName), list.madeAt, texts.orders(list.orders.length)].join(' · '),
    );
    document.fillColor('#000').moveDown(1);
    if (list.orders.length === 0) document.fontSize(12).text(texts.nothing);
    drawItems(document, list.items);
    for (const order of list.orders) drawOrder(document, order, texts.order(order.number));
  });
}

function drawOrder(document: PdfDocument, order: PickedOrder, title: string): void {
  if (document.y > BOTTOM - ORDER_HEAD) document.addPage();
  document.moveDown(1);
  drawRule(document, { left: LEFT, width: WIDTH, gap: 8 });
  const top = document.y;
  document
    .font('bold')
    .fontSize(12)
    .text(title, LEFT, top, { width: WIDTH - 190 });
  drawBarcode(document, order.number, { x: LEFT + WIDTH - 180, y: top, width: 180, height: 24 });
  document.font('regular').fontSize(10);
  const about = order.about.map(clean).join(' · ');
  document.text(about, LEFT, Math.max(document.y, top + 30), { width: WIDTH });
  if (order.due !== null) document.font('bold').text(order.due);
  document.moveDown(0.5);
  drawItems(document, order.items);
}

/** A box to tick, the quantity, the SKU and the name. */
function drawItems(document: PdfDocument, items: readonly PickedItem[]): void {
  for (const { sku, name, quantity } of items) {
    document.font('regular').fontSize(10);
    const nameWidth = WIDTH - BOX - 10 - QUANTITY_WIDTH - SKU_WIDTH;
    const height = Math.max(
      document.heightOfString(clean(name), { width: nameWidth }),
      document.heightOfString(clean(sku), { width: SKU_WIDTH - 8 }),
    );
    if (document.y + height > BOTTOM) document.addPage();
    const top = document.y;
    document.rect(LEFT, top, BOX, BOX).lineWidth(0.8).stroke('#000');
    let x = LEFT + BOX + 10;
    document.font('bold').text(quantity, x, top, { width: QUANTITY_WIDTH - 8 });
    x += QUANTITY_WIDTH;
    document.font('regular').text(clean(sku), x, top, { width: SKU_WIDTH - 8 });
    document.text(clean(name), x + SKU_WIDTH, top, { width: nameWidth });
    document.x = LEFT;
    document.y = top + height + 6;
  }
}
