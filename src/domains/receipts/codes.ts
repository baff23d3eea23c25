import { encode } from 'uqr';
import { barsOf } from '../prices/index.js';

/** A barcode or QR code as dark and light modules. */
export type Modules = { width: number; rows: boolean[][] };

/** Light modules beside a barcode, as Code 128 requires. */
const QUIET_MODULES = 10;

/** One row of modules; a code with characters that Code 128 lacks has none. */
export function barcodeModules(code: string): Modules {
  const bars = barsOf(code)?.widths ?? [];
  const dark = bars.flatMap((width, index) => Array<boolean>(width).fill(index % 2 === 0));
  const quiet = Array<boolean>(QUIET_MODULES).fill(false);
  const row = [...quiet, ...dark, ...quiet];
  return { width: row.length, rows: [row] };
}

export function qrModules(content: string): Modules {
  const { data, size } = encode(content, { ecc: 'M', border: 2 });
  return { width: size, rows: data };
}

/** Black on white, one byte for each dot. */
export type Dots = { width: number; height: number; data: Buffer };

/** Draws each module as `scale` dots; a barcode is `height` dots tall. */
export function dotsOf({ width, rows }: Modules, scale: number, height?: number): Dots {
  const size = { width: width * scale, height: height ?? rows.length * scale };
  const data = Buffer.alloc(size.width * size.height, 255);
  for (let y = 0; y < size.height; y += 1) {
    const row = rows[height === undefined ? Math.floor(y / scale) : 0] ?? [];
    for (let x = 0; x < size.width; x += 1) {
      if (row[Math.floor(x / scale)]) data[y * size.width + x] = 0;
    }
  }
  return { ...size, data };
}
