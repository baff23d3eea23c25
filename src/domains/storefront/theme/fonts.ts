/** Fonts that devices have, so that no page waits for a file or shifts when one arrives. */
export const FONTS = ['sans', 'humanist', 'rounded', 'serif', 'slab'] as const;
export type Font = (typeof FONTS)[number];

/** Names without quotes, because the page escapes quotes. */
export const FONT_STACKS: Record<Font, string> = {
  sans: 'ui-sans-serif, system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  humanist: 'Seravek, Gill Sans Nova, Ubuntu, Calibri, DejaVu Sans, source-sans-pro, sans-serif',
  rounded:
    'ui-rounded, Hiragino Maru Gothic ProN, Quicksand, Comfortaa, Manjari, Arial Rounded MT, sans-serif',
  serif: 'ui-serif, Iowan Old Style, Palatino Linotype, Charter, Georgia, serif',
  slab: 'Rockwell, Rockwell Nova, Roboto Slab, DejaVu Serif, Sitka Small, serif',
};
