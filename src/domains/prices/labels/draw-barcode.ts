import type { PdfDocument } from '../../../platform/pdf.js';
import { barsOf } from './barcode.js';

type Place = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The widest that the thinnest bar may be, in points. */
  maxModule?: number;
};

/** Draws a barcode as wide as its place allows; false for characters that no barcode has. */
export function drawBarcode(document: PdfDocument, code: string, place: Place): boolean {
  const bars = barsOf(code);
  if (bars === undefined) return false;
  const modules = bars.widths.reduce((sum, width) => sum + width, 0);
  const scale = Math.min(place.maxModule ?? Number.POSITIVE_INFINITY, place.width / modules);
  let at = place.x;
  bars.widths.forEach((width, index) => {
    if (index % 2 === 0) document.rect(at, place.y, width * scale, place.height);
    at += width * scale;
  });
  document.fill('#000');
  return true;
}
