/** How a path is painted: in the product's colour, as shadow, as highlight or as outline. */
export type Paint = 'body' | 'shade' | 'light' | 'line';
export type Shape = readonly (readonly [paint: Paint, path: string])[];

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const box = (x: number, y: number, w: number, h: number, r = 6): string =>
  `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
  `h${-(w - 2 * r)}a${r} ${r} 0 0 1 ${-r} ${-r}v${-(h - 2 * r)}a${r} ${r} 0 0 1 ${r} ${-r}z`;

const bag: Shape = [
  ['body', 'M62 62h76l8 92a8 8 0 0 1-8 8H62a8 8 0 0 1-8-8z'],
  ['shade', 'M112 62h26l8 92a8 8 0 0 1-8 8h-26z'],
  ['light', box(74, 92, 52, 40, 6)],
  ['line', 'M62 62l8-16h60l8 16M84 112h32'],
];
const bottle: Shape = [
  ['body', 'M88 30h24v30c0 10 20 16 20 38v62a8 8 0 0 1-8 8H76a8 8 0 0 1-8-8V98c0-22 20-28 20-38z'],
  ['shade', 'M112 30v30c0 10 20 16 20 38v62a8 8 0 0 1-8 8h-14V30z'],
  ['light', box(76, 106, 48, 36, 4)],
];
const mug: Shape = [
  ['line', 'M132 84h14a16 16 0 0 1 16 16v10a22 22 0 0 1-22 22h-10'],
  ['body', 'M50 68h84v66a22 22 0 0 1-22 22H72a22 22 0 0 1-22-22z'],
  ['shade', 'M108 68h26v66a22 22 0 0 1-22 22h-10c6-8 6-60 6-88z'],
  ['light', 'M62 82h8v48h-8z'],
];
const shirt: Shape = [
  ['body', 'M74 46l-34 20 14 32 16-8v66h60V90l16 8 14-32-34-20c-6 12-46 12-52 0z'],
  ['shade', 'M110 54c8-2 14-4 16-8l34 20-14 32-16-8v66h-24z'],
  ['line', 'M74 46c6 18 46 18 52 0'],
];
const hoodie: Shape = [
  ['body', 'M72 52l-30 22-6 70h22v14h84v-14h22l-6-70-30-22z'],
  ['shade', 'M112 52h16l30 22 6 70h-22v14h-30z'],
  ['light', 'M76 54c4-22 44-22 48 0-8 22-40 22-48 0z'],
  ['line', 'M92 74v24M108 74v24M78 118h44l8 24H70z'],
];
const book: Shape = [
  ['body', box(60, 40, 84, 120, 8)],
  ['shade', 'M60 48a8 8 0 0 1 8-8h8v120h-8a8 8 0 0 1-8-8z'],
  ['light', box(90, 64, 40, 22, 4)],
  ['line', 'M132 40v120'],
];
const sheet: Shape = [
  ['body', box(56, 36, 88, 128, 4)],
  ['light', box(66, 46, 68, 84, 2)],
  ['shade', 'M66 130V96l16-18 14 20 12-12 26 26v18z'],
  ['line', 'M72 146h40'],
];
const pot: Shape = [
  ['light', 'M100 92c-4-30-30-34-34-50 24 0 36 16 34 38 2-28 16-44 40-44 0 22-24 30-38 56z'],
  ['body', 'M60 92h80v18h-8l-8 50H76l-8-50h-8z'],
  ['shade', 'M112 110h20l-8 50h-16zM60 92h80v6H60z'],
];
const jar: Shape = [
  ['line', 'M100 62V48'],
  ['light', 'M100 26c8 10 8 22 0 24-8-2-8-14 0-24z'],
  ['body', box(64, 62, 72, 98, 12)],
  ['shade', 'M112 62h12a12 12 0 0 1 12 12v74a12 12 0 0 1-12 12h-12z'],
  ['light', box(76, 96, 48, 34, 4)],
];
const lamp: Shape = [
  ['line', 'M100 96v56'],
  ['body', 'M78 42h44l22 54H56z'],
  ['shade', 'M108 42h14l22 54h-28z'],
  ['light', 'M72 96h56l-8 8H80z'],
  ['shade', box(70, 150, 60, 12, 6)],
];
const board: Shape = [
  [
    'body',
    'M66 66h68a10 10 0 0 1 10 10v74a10 10 0 0 1-10 10H66a10 10 0 0 1-10-10V76a10 10 0 0 1 10-10z',
  ],
  ['body', box(88, 30, 24, 44, 10)],
  ['light', circle(100, 44, 5)],
  ['line', 'M70 92c20 6 40-6 60 0M70 114c20 6 40-6 60 0M70 136c20 6 40-6 60 0'],
];
const cloth: Shape = [
  ['body', box(52, 54, 96, 96, 8)],
  ['shade', 'M52 118h96v24a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8z'],
  ['line', 'M52 74h96M52 86h96M76 54v64M124 54v64'],
];
const knife: Shape = [
  ['light', 'M34 118c40-6 70-30 92-58l16 16-34 46z'],
  ['body', 'M126 60l26-22a8 8 0 0 1 12 12l-22 26z'],
  ['line', 'M34 118l74 4'],
];
const beanie: Shape = [
  ['light', circle(100, 46, 12)],
  ['body', 'M52 124c0-46 20-70 48-70s48 24 48 70z'],
  ['shade', box(46, 120, 108, 30, 10)],
  ['line', 'M76 122c0-30 6-50 14-62M124 122c0-30-6-50-14-62'],
];
const cap: Shape = [
  ['body', 'M50 116c0-38 20-58 50-58s46 22 46 58z'],
  ['shade', 'M50 116h96c14 2 26 8 28 18-30 6-98 6-124-6z'],
  ['line', 'M100 58v56'],
];
const socks: Shape = [
  ['shade', 'M106 40h28v62c0 12 20 20 20 38 0 14-26 20-38 8-10-10-10-20-10-32z'],
  ['body', 'M66 46h28v62c0 12 20 20 20 38 0 14-26 20-38 8-10-10-10-20-10-32z'],
  ['light', 'M66 46h28v14H66zM106 40h28v14h-28z'],
];
const pen: Shape = [
  ['body', 'M132 36l24 24-74 74-24-24z'],
  ['shade', 'M144 48l12 12-74 74-12-12z'],
  ['light', 'M58 110l24 24-40 22z'],
  ['line', 'M42 156l16-16'],
];
const envelope: Shape = [
  ['body', box(44, 64, 112, 78, 8)],
  ['shade', 'M44 136l40-38h32l40 38a8 8 0 0 1-8 6H52a8 8 0 0 1-8-6z'],
  ['line', 'M48 68l52 44 52-44'],
];
const rings: Shape = [
  ['shade', `${circle(120, 84, 36)}${circle(120, 84, 14)}`],
  ['body', `${circle(84, 112, 40)}${circle(84, 112, 16)}`],
  ['line', circle(84, 112, 28)],
];
const hook: Shape = [
  ['body', circle(100, 62, 22)],
  ['light', circle(100, 62, 8)],
  ['line', 'M100 84v34a20 20 0 1 0 40 0M100 98'],
];
const pack: Shape = [
  ['line', 'M82 50c0-22 36-22 36 0'],
  ['body', box(58, 48, 84, 112, 26)],
  ['shade', box(70, 104, 60, 46, 12)],
  ['line', 'M58 86h84M92 118h16'],
];
const tote: Shape = [
  ['line', 'M76 78c0-50 48-50 48 0'],
  ['body', 'M54 76h92l6 80a6 6 0 0 1-6 6H54a6 6 0 0 1-6-6z'],
  ['shade', 'M116 76h30l6 80a6 6 0 0 1-6 6h-26z'],
  ['light', circle(94, 118, 14)],
];
const wallet: Shape = [
  ['body', box(48, 60, 104, 84, 12)],
  ['shade', 'M48 108h104v24a12 12 0 0 1-12 12H60a12 12 0 0 1-12-12z'],
  ['light', box(116, 92, 36, 26, 12)],
  ['line', 'M62 74h60'],
];
const tag: Shape = [
  ['line', 'M100 52c0-20 20-20 20-34'],
  ['body', 'M100 44l34 24v84a8 8 0 0 1-8 8H74a8 8 0 0 1-8-8V68z'],
  ['light', circle(100, 72, 8)],
  ['line', 'M80 108h40M80 126h28'],
];
const cubes: Shape = [
  ['shade', box(74, 44, 62, 40, 8)],
  ['body', box(54, 88, 92, 36, 8)],
  ['shade', box(62, 128, 76, 32, 8)],
  ['line', 'M66 106h68M86 64h38M74 144h52'],
];
const chocolate: Shape = [
  ['body', box(62, 36, 76, 128, 8)],
  ['light', 'M62 96h76v60a8 8 0 0 1-8 8H70a8 8 0 0 1-8-8z'],
  ['line', 'M87 36v58M112 36v58M62 66h76M78 124h44'],
];
const dripper: Shape = [
  ['body', 'M54 54h92l-26 52H80z'],
  ['shade', 'M116 54h30l-26 52h-14z'],
  ['light', box(70, 106, 60, 10, 4)],
  ['line', 'M78 120h44l8 36a8 8 0 0 1-8 8H78a8 8 0 0 1-8-8z'],
];
const jacket: Shape = [
  ['body', 'M74 44l-34 28 8 76h18v12h68v-12h18l8-76-34-28z'],
  ['shade', 'M102 58l24-14 34 28-8 76h-18v12h-32z'],
  ['light', 'M74 44h52l-26 26z'],
  ['line', 'M100 70v90M74 118h14M112 118h14'],
];
const spray: Shape = [
  ['shade', box(84, 34, 32, 24, 4)],
  ['body', box(70, 66, 60, 98, 14)],
  ['light', box(80, 100, 40, 34, 4)],
  ['line', 'M100 58v8M130 40l14-6M130 46h16'],
];

/** First match wins; the words are those of names and categories. */
const SHAPES: readonly [words: RegExp, shape: Shape][] = [
  [/mug|cup|tasse|becher/i, mug],
  [/hoodie|sweat|pullover/i, hoodie],
  [/jacket|coat|jacke/i, jacket],
  [/\btee\b|shirt/i, shirt],
  [/beanie|hat|mütze/i, beanie],
  [/\bcap\b/i, cap],
  [/sock/i, socks],
  [/towel|blanket|linen|decke/i, cloth],
  [/beans|coffee|caramel|tea\b|seeds|bohnen|kaffee/i, bag],
  [/dripper|kettle/i, dripper],
  [/wine|oil|bottle|carafe|wein|flasche/i, bottle],
  [/chocolate|bar\b/i, chocolate],
  [/board/i, board],
  [/knife/i, knife],
  [/notebook|book|buch/i, book],
  [/poster|print|calendar|map/i, sheet],
  [/\bpens?\b|pencil|stift/i, pen],
  [/letter|card|envelope/i, envelope],
  [/tape|ring/i, rings],
  [/candle|jar|kerze/i, jar],
  [/spray|soap/i, spray],
  [/lamp|light|leuchte/i, lamp],
  [/pot\b|plant|herb|garden/i, pot],
  [/hook/i, hook],
  [/wallet|passport/i, wallet],
  [/tag\b|key/i, tag],
  [/cube|box/i, cubes],
  [/pack|rucksack/i, pack],
  [/tote|bag|travel|tasche/i, tote],
  [/kitchen|table/i, mug],
  [/apparel|wear/i, shirt],
  [/pantry|food/i, bag],
  [/paper|desk|stationery/i, book],
  [/\bhome/i, pot],
];

export const shapeFor = (name: string, category = ''): Shape =>
  (SHAPES.find(([words]) => words.test(name)) ??
    SHAPES.find(([words]) => words.test(category)) ?? [undefined, tote])[1];
