import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Fixed-width fonts with European scripts, so that every machine prints the same. */
export const MONO = {
  name: 'DejaVu Sans Mono',
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
  /** The width of every character for a font size of 1. */
  widthOfEm: 0.602,
};
