/** Red, green and blue, 0 to 255 each. */
type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** WCAG 2.2, level AA, for text of ordinary size. */
const TEXT_CONTRAST = 4.5;
/** WCAG contrast of a button's shape against the page. */
const SHAPE_CONTRAST = 3;
const STEPS = 100;

/** The standard colours of the screens, which texts of the shop keep in every theme. */
const DIMMED_TEXT: Rgb = [0x5d, 0x62, 0x5c];
const DARK_PAGE: Rgb = [0x14, 0x1a, 0x18];
const DARK_SURFACE: Rgb = [0x1c, 0x24, 0x21];
const STANDARD_PAGE: Rgb = [0xfb, 0xfa, 0xf7];

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const hexOf = (rgb: Rgb): string =>
  `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `share` of `other` in `rgb`. */
const mix = (rgb: Rgb, other: Rgb, share: number): Rgb => [
  rgb[0] + (other[0] - rgb[0]) * share,
  rgb[1] + (other[1] - rgb[1]) * share,
  rgb[2] + (other[2] - rgb[2]) * share,
];

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map(part => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** The nearest mix of `rgb` and `toward` that has the contrast with all of `grounds`. */
function readable(rgb: Rgb, toward: Rgb, grounds: readonly Rgb[], wanted: number): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = rgbOf(hexOf(mix(rgb, toward, step / STEPS)));
    if (grounds.every(ground => contrast(mixed, ground) >= wanted)) return mixed;
  }
  return toward;
}

/** The primary colour itself if white text on it is readable, else the nearest darker one. */
export const readablePrimary = (hex: string): string =>
  hexOf(readable(rgbOf(hex), BLACK, [WHITE], TEXT_CONTRAST));

/** The background itself if grey text on it and on its darker parts is readable, else a lighter one. */
export function readableBackground(hex: string): string {
  for (let step = 0; step < STEPS; step += 1) {
    const page = rgbOf(hexOf(mix(rgbOf(hex), WHITE, step / STEPS)));
    if (contrast(DIMMED_TEXT, sunkenOn(page)) >= TEXT_CONTRAST) return hexOf(page);
  }
  return hexOf(WHITE);
}

const sunkenOn = (page: Rgb): Rgb => mix(page, BLACK, 0.04);

export type Variables = Record<string, string>;

/** CSS variables of the light and of the dark scheme; a missing colour keeps the standard ones. */
export function colorVariables(
  primary: string | undefined,
  background: string | undefined,
): { light: Variables; dark: Variables } {
  const page = background === undefined ? STANDARD_PAGE : rgbOf(background);
  return {
    light: {
      ...(background !== undefined && {
        '--mantine-color-body': background,
        '--app-sunken': hexOf(sunkenOn(page)),
        '--app-line': hexOf(mix(page, BLACK, 0.11)),
      }),
      ...(primary !== undefined && lightPrimary(rgbOf(primary), page)),
    },
    dark: primary === undefined ? {} : darkPrimary(rgbOf(primary)),
  };
}

function lightPrimary(primary: Rgb, page: Rgb): Variables {
  const soft = mix(primary, WHITE, 0.9);
  const hovered = mix(primary, WHITE, 0.84);
  const grounds = [soft, hovered, sunkenOn(page), page, WHITE];
  const accent = readable(primary, BLACK, grounds, TEXT_CONTRAST);
  return primaryVariables({
    filled: primary,
    filledHover: mix(primary, BLACK, 0.12),
    soft,
    hovered,
    accent,
  });
}

/** Buttons stand out from the dark page and keep their white text; text is lighter. */
function darkPrimary(primary: Rgb): Variables {
  const filled = readable(primary, WHITE, [DARK_PAGE], SHAPE_CONTRAST);
  const soft = mix(primary, DARK_PAGE, 0.75);
  const hovered = mix(primary, DARK_PAGE, 0.68);
  const accent = readable(primary, WHITE, [soft, hovered, DARK_PAGE, DARK_SURFACE], TEXT_CONTRAST);
  return primaryVariables({ filled, filledHover: mix(filled, BLACK, 0.1), soft, hovered, accent });
}

type Shades = { filled: Rgb; filledHover: Rgb; soft: Rgb; hovered: Rgb; accent: Rgb };

/** `pine` is the name of the primary colour in the styles of the screens. */
const primaryVariables = ({ filled, filledHover, soft, hovered, accent }: Shades): Variables => ({
  '--mantine-color-pine-filled': hexOf(filled),
  '--mantine-color-pine-filled-hover': hexOf(filledHover),
  '--mantine-color-pine-light': hexOf(soft),
  '--mantine-color-pine-light-hover': hexOf(hovered),
  '--mantine-color-pine-light-color': hexOf(accent),
  '--mantine-color-pine-outline': hexOf(accent),
  '--mantine-color-pine-outline-hover': hexOf(soft),
  '--mantine-color-pine-text': hexOf(accent),
  '--mantine-color-anchor': hexOf(accent),
  '--app-accent': hexOf(accent),
  '--app-accent-soft': hexOf(soft),
});
