import type { PaperWidth } from './columns.js';

/** Dots of a printer with 8 dots per millimetre, on the part of the paper that it can print on. */
export const DOTS_OF: Record<PaperWidth, number> = { '58': 384, '80': 576 };

/** Two dots for each module of a sale number fit paper of 80 mm, one dot that of 58 mm. */
export const barScale = (modules: number, width: PaperWidth): number =>
  Math.max(1, Math.min(2, Math.floor(DOTS_OF[width] / modules)));

export const BAR_HEIGHT_DOTS = 64;
export const QR_SCALE = 4;
/** The logo is fitted into this box. */
export const LOGO_DOTS = { width: 320, height: 160 };
