import type { CSSProperties, ReactNode } from 'react';
import type { PictureFiles } from '../picture/files.js';
import { Picture } from '../picture/index.js';
import { type Paint, shapeFor } from './shapes.js';

/** Background colours that match in a grid: [from, to, floor]. */
const GROUNDS = [
  ['#f6ead6', '#ecd3ac', '#dcb98a'],
  ['#dcebe2', '#b9d8c8', '#93bfa9'],
  ['#e3e7f3', '#c3cde6', '#9fadd1'],
  ['#f5dfd6', '#eabfae', '#d79d87'],
  ['#e9e4ee', '#d0c4dd', '#b19fc5'],
  ['#dbeaef', '#b3d3de', '#8ab5c5'],
  ['#efe9cf', '#ddd09a', '#c4b373'],
] as const;

const BODIES = ['#2f6f73', '#b4532f', '#3d4f7c', '#7a4b73', '#55702f', '#8c6a2a', '#a8434d'];

/** Words in a product name that set its colour. */
const NAMED: readonly [word: RegExp, colour: string][] = [
  [/black|schwarz/i, '#33373b'],
  [/white|weiß|decaf/i, '#f7f4ee'],
  [/grey|gray|steel|silver/i, '#8b949b'],
  [/red\b|rot|chocolate|rust/i, '#96383a'],
  [/navy|blue|denim/i, '#34507f'],
  [/green|olive|herb/i, '#5b7340'],
  [/sand|linen|canvas|oak|soy/i, '#cfae7d'],
  [/terracotta|fig|wool/i, '#b9643f'],
  [/brass|caramel|riesling/i, '#c0963a'],
];

/** FNV-1a, so that a name always gets the same picture. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return hash;
}

const pick = <Item,>(items: readonly Item[], hash: number): Item =>
  items[hash % items.length] as Item;

const colourIn = (words: string): string | undefined =>
  NAMED.find(([word]) => word.test(words))?.[1];

const STROKE = {
  fill: 'none',
  strokeWidth: 6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function paintOf(paint: Paint, body: string): object {
  if (paint === 'line') return { ...STROKE, stroke: body, filter: 'brightness(.72)' };
  if (paint === 'body') return { fill: body };
  return paint === 'shade' ? { fill: '#000', opacity: 0.14 } : { fill: '#fff', opacity: 0.5 };
}

/** CSS variables, because global.css darkens the background in the dark scheme. */
const groundColours = (from: string, to: string, floor: string): CSSProperties =>
  ({ '--art-from': from, '--art-to': to, '--art-floor': floor }) as CSSProperties;

/** A picture drawn from the product's name, for products without an image. */
export function Artwork(props: {
  name: string;
  category?: string;
  /** Text that may name a colour, such as the variant's name. */
  tint?: string;
  imageUrl?: string;
  /** Wins over `imageUrl`; `sizes` is its width on the screen. */
  picture?: PictureFiles;
  sizes?: string;
  /** Alternative text; omit it where the name is shown beside the picture. */
  label?: string;
  className?: string;
  style?: CSSProperties;
}): ReactNode {
  const { name, category, tint = '', imageUrl, label, className, style } = props;
  if (props.picture !== undefined) {
    const { picture, sizes = '100vw' } = props;
    const alt = label === undefined ? '' : picture.alt || label;
    return <Picture {...{ picture, sizes, alt, className, style }} />;
  }
  if (imageUrl?.startsWith('/') || imageUrl?.startsWith('data:')) {
    return (
      <img
        src={imageUrl}
        alt={label ?? ''}
        className={className}
        style={{ objectFit: 'cover', ...style }}
      />
    );
  }
  // Cart lines are named "Product, Variant"; the picture depends on the product only.
  const [product = '', ...rest] = name.split(',');
  const hash = hashOf(product);
  const [from, to, floor] = pick(GROUNDS, hash);
  const body =
    colourIn(`${tint} ${rest.join(' ')}`) ?? colourIn(product) ?? pick(BODIES, hash >>> 3);
  const id = `art${hash.toString(36)}`;
  const sun = { x: 40 + (hash % 120), y: 36 + ((hash >>> 7) % 50), r: 26 + ((hash >>> 11) % 30) };
  return (
    <svg
      viewBox="0 0 200 200"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      style={{ display: 'block', ...style, ...groundColours(from, to, floor) }}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0.4" y2="1">
          <stop offset="0" className="artwork-from" />
          <stop offset="1" className="artwork-to" />
        </linearGradient>
      </defs>
      <rect width="200" height="200" fill={`url(#${id})`} />
      <circle cx={sun.x} cy={sun.y} r={sun.r} className="artwork-sun" />
      <path d="M0 150c60-14 140-14 200 0v50H0z" className="artwork-floor" />
      <ellipse cx="100" cy="164" rx="56" ry="8" fill="#000" opacity="0.14" />
      {shapeFor(name, category).map(([paint, path]) => (
        <path key={path} d={path} fillRule="evenodd" {...paintOf(paint, body)} />
      ))}
    </svg>
  );
}
