export type Color = readonly [red: number, green: number, blue: number];

/** `Math.hypot` takes ten times as long. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** Distance to the edge in pixels, negative inside, so that edges are smooth. */
type Distance = (x: number, y: number) => number;

/** Nothing of it lies outside the circle, so that only this part of the picture is computed. */
type Shape = { distance: Distance; cx: number; cy: number; reach: number };

/** Turns a shape around a point, clockwise in degrees. */
export function turned(shape: Shape, [cx, cy]: readonly [number, number], degrees: number): Shape {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    distance: (x, y) =>
      shape.distance(cx + (x - cx) * cos + (y - cy) * sin, cy - (x - cx) * sin + (y - cy) * cos),
    cx,
    cy,
    reach: shape.reach + length(shape.cx - cx, shape.cy - cy),
  };
}

export const ellipse = (cx: number, cy: number, rx: number, ry: number): Shape => ({
  distance: (x, y) => (length((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry),
  cx,
  cy,
  reach: Math.max(rx, ry),
});

export const ring = (cx: number, cy: number, radius: number, width: number): Shape => ({
  distance: (x, y) => Math.abs(length(x - cx, y - cy) - radius) - width / 2,
  cx,
  cy,
  reach: radius + width,
});

/** A rectangle around a middle, with rounded corners. */
export const block = (
  cx: number,
  cy: number,
  width: number,
  height: number,
  radius = 0,
): Shape => ({
  distance: (x, y) => {
    const dx = Math.abs(x - cx) - width / 2 + radius;
    const dy = Math.abs(y - cy) - height / 2 + radius;
    return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  },
  cx,
  cy,
  reach: length(width, height) / 2,
});

/** Narrower or wider at the bottom: a pot, a lamp shade. */
export const cone = (
  cx: number,
  top: number,
  bottom: number,
  topWidth: number,
  bottomWidth: number,
): Shape => ({
  distance: (x, y) => {
    const part = Math.min(1, Math.max(0, (y - top) / (bottom - top)));
    const half = (topWidth + (bottomWidth - topWidth) * part) / 2;
    return Math.max(Math.abs(x - cx) - half, top - y, y - bottom);
  },
  cx,
  cy: (top + bottom) / 2,
  reach: length(bottom - top, Math.max(topWidth, bottomWidth)) / 2,
});

export class Canvas {
  readonly pixels: Buffer;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = Buffer.alloc(width * height * 3);
  }

  /** Fills a shape; `to` is the colour at the bottom of the picture, if it fades from `from` on. */
  paint(shape: Shape, color: Color, { to = color, from = 0, alpha = 1 }: Fade = {}): void {
    const { distance, cx, cy, reach } = shape;
    const [left, right] = within(cx, reach, this.width);
    const [top, bottom] = within(cy, reach, this.height);
    for (let y = top; y < bottom; y += 1) {
      const part = Math.min(1, Math.max(0, (y - from) / (this.height - from)));
      const [red, green, blue] = mixed(color, to, part);
      for (let x = left; x < right; x += 1) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x, y))) * alpha;
        if (cover > 0) this.blend((y * this.width + x) * 3, cover, red, green, blue);
      }
    }
  }

  private blend(at: number, cover: number, red: number, green: number, blue: number): void {
    const { pixels } = this;
    const over = (offset: number, wanted: number): void => {
      const before = pixels[at + offset] ?? 0;
      pixels[at + offset] = Math.round(before + (wanted - before) * cover);
    };
    over(0, red);
    over(1, green);
    over(2, blue);
  }
}

const within = (middle: number, reach: number, size: number) =>
  [
    Math.max(0, Math.floor(middle - reach - 1)),
    Math.min(size, Math.ceil(middle + reach + 1)),
  ] as const;

const mixed = (from: Color, to: Color, part: number): Color => {
  const at = (nth: 0 | 1 | 2) => from[nth] + (to[nth] - from[nth]) * part;
  return [at(0), at(1), at(2)];
};

type Fade = { to?: Color; from?: number; alpha?: number };
