import { isColour } from '../../../src/domains/catalog/pictures/choose-pictures.js';

/** Names of colours in both languages; others have no swatch. */
const COLOURS: Record<string, string> = {
  black: '#1d1d1f',
  schwarz: '#1d1d1f',
  white: '#ffffff',
  weiß: '#ffffff',
  grey: '#8a8f94',
  gray: '#8a8f94',
  grau: '#8a8f94',
  steel: '#b4bcc2',
  silver: '#c4c9cd',
  silber: '#c4c9cd',
  gold: '#c9a227',
  red: '#c8322b',
  rot: '#c8322b',
  rust: '#a8481f',
  rost: '#a8481f',
  orange: '#e07b1f',
  yellow: '#f0c93a',
  gelb: '#f0c93a',
  green: '#2f7d4f',
  grün: '#2f7d4f',
  olive: '#6b6f2e',
  oliv: '#6b6f2e',
  turquoise: '#2aa39a',
  türkis: '#2aa39a',
  blue: '#2b62b8',
  blau: '#2b62b8',
  navy: '#1f2f55',
  marine: '#1f2f55',
  purple: '#6f3f82',
  lila: '#6f3f82',
  pink: '#e58fb1',
  rosa: '#e58fb1',
  brown: '#6e4a32',
  braun: '#6e4a32',
  beige: '#d8c7a6',
};

/** A colour for CSS, if the value is a known name or `#rrggbb`. */
export function colourOf(text: string): string | undefined {
  const value = text.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(value)) return value;
  return Object.hasOwn(COLOURS, value) ? COLOURS[value] : undefined;
}

/** The colour of a variant, if its attributes name one that is known. */
export function swatchOf(attributes: Record<string, string>): string | undefined {
  const named = Object.entries(attributes).find(([name]) => isColour(name));
  return named && colourOf(named[1]);
}
