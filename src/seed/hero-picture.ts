import { setImmediate as nextIteration } from 'node:timers/promises';
import { loadSharp } from '../platform/pictures/load-sharp.js';
import { block, Canvas, type Color, cone, ellipse, ring, turned } from './paint.js';

const [WIDTH, HEIGHT] = [1280, 960];
const TABLE = 690;

const WALL: Color = [246, 235, 219];
const WALL_BELOW: Color = [236, 214, 186];
const SUN: Color = [255, 247, 232];
const WOOD: Color = [196, 146, 98];
const WOOD_BELOW: Color = [150, 104, 64];
const SHADE: Color = [92, 60, 34];
const WHITE: Color = [252, 250, 246];
const CREAM: Color = [228, 220, 208];
const COFFEE: Color = [74, 44, 26];
const CLAY: Color = [198, 104, 68];
const CLAY_DARK: Color = [164, 80, 50];
const LEAF: Color = [31, 107, 88];
const LEAF_LIGHT: Color = [74, 146, 112];
const BRASS: Color = [190, 148, 66];
const PAPER: Color = [44, 74, 92];

/** The picture of the demo's home page: a mug, a plant, a lamp and a notebook on a table. */
export async function heroPicture(): Promise<Buffer> {
  const canvas = new Canvas(WIDTH, HEIGHT);
  for (const draw of [room, lamp, plant, notebook, mug]) {
    draw(canvas);
    // Requests are answered in between.
    await nextIteration();
  }
  const sharp = await loadSharp();
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 as const };
  return sharp(canvas.pixels, { raw }).png().toBuffer();
}

function room(canvas: Canvas): void {
  canvas.paint(block(640, 480, WIDTH + 9, HEIGHT + 9), WALL, { to: WALL_BELOW });
  canvas.paint(ellipse(720, 400, 330, 330), SUN, { alpha: 0.75 });
  canvas.paint(block(640, TABLE + HEIGHT / 2, WIDTH + 9, HEIGHT), WOOD, {
    to: WOOD_BELOW,
    from: TABLE,
  });
  canvas.paint(block(640, TABLE + 4, WIDTH + 9, 8), SUN, { alpha: 0.35 });
}

/** What stands on the table darkens it. */
const shadow = (canvas: Canvas, x: number, y: number, width: number): void =>
  canvas.paint(ellipse(x + 24, y, width / 2, 22), SHADE, { alpha: 0.35 });

function lamp(canvas: Canvas): void {
  shadow(canvas, 1040, 742, 240);
  canvas.paint(cone(1040, 470, 1000, 240, 660), SUN, { alpha: 0.28 });
  canvas.paint(block(1040, 560, 14, 340, 7), BRASS);
  canvas.paint(ellipse(1040, 734, 92, 20), BRASS);
  canvas.paint(cone(1040, 270, 470, 130, 270), LEAF);
  canvas.paint(cone(1015, 270, 470, 30, 60), LEAF_LIGHT, { alpha: 0.5 });
}

function plant(canvas: Canvas): void {
  shadow(canvas, 300, 806, 290);
  const leaves: readonly [x: number, y: number, degrees: number, color: Color][] = [
    [300, 390, 0, LEAF],
    [215, 430, -34, LEAF_LIGHT],
    [385, 430, 34, LEAF_LIGHT],
    [155, 505, -62, LEAF],
    [445, 505, 62, LEAF],
    [255, 470, -16, LEAF],
    [345, 470, 16, LEAF_LIGHT],
  ];
  for (const [x, y, degrees, color] of leaves) {
    canvas.paint(turned(ellipse(x, y, 44, 128), [x, y], degrees), color);
    canvas.paint(turned(block(x, y, 4, 220, 2), [x, y], degrees), WHITE, { alpha: 0.25 });
  }
  canvas.paint(cone(300, 590, 806, 250, 180), CLAY);
  canvas.paint(cone(352, 590, 806, 90, 60), CLAY_DARK, { alpha: 0.45 });
  canvas.paint(block(300, 592, 276, 50, 8), CLAY);
  canvas.paint(block(300, 612, 276, 10), CLAY_DARK, { alpha: 0.5 });
}

function notebook(canvas: Canvas): void {
  const tilt = [860, 836] as const;
  canvas.paint(ellipse(880, 866, 230, 34), SHADE, { alpha: 0.3 });
  canvas.paint(turned(block(860, 846, 380, 34, 6), tilt, -3), WHITE);
  canvas.paint(turned(block(860, 828, 390, 26, 8), tilt, -3), PAPER);
  canvas.paint(turned(block(860, 806, 250, 12, 6), tilt, 6), BRASS);
}

function mug(canvas: Canvas): void {
  shadow(canvas, 610, 862, 300);
  canvas.paint(ring(738, 728, 66, 26), CREAM);
  canvas.paint(block(610, 735, 250, 250, 40), WHITE);
  canvas.paint(block(700, 735, 70, 240, 34), CREAM, { alpha: 0.7 });
  canvas.paint(ellipse(610, 618, 125, 30), CREAM);
  canvas.paint(ellipse(610, 622, 108, 23), COFFEE);
  for (const [x, y] of [
    [570, 500],
    [630, 460],
    [590, 400],
  ] as const) {
    canvas.paint(turned(ellipse(x, y, 14, 70), [x, y], 14), WHITE, { alpha: 0.4 });
  }
}
