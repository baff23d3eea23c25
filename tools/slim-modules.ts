import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = '(?:@[^/]+/)?[^/]+';
const LICENCE = /(?:licen[cs]e|copying|notice)[^/]*$/i;

/** Files of installed packages that Node never loads; paths start below node_modules. */
const UNUSED = [
  /\.[cm]?tsx?$/,
  /\.(?:map|flow|md|markdown)$/i,
  new RegExp(`^${PACKAGE}/(?:tests?|docs|examples?|benchmarks?|man|\\.github)/`),
  /^@types\//,
  // The service draws with four of its fonts.
  /^dejavu-fonts-ttf\/(?!package\.json$|ttf\/DejaVuSans(?:Mono)?(?:-Bold)?\.ttf$)/,
  // For browsers.
  /^pdfkit\/js\/pdfkit\.standalone\.js$/,
];

/** Whether the service needs a file of an installed package, or its licence asks for it. */
export function isNeeded(path: string): boolean {
  // The source maps of the service itself show lines of its sources in the log.
  if (path.startsWith('tillhouse/')) return true;
  // A package inside of a package follows the same rules.
  const own = path.split('/node_modules/').at(-1) ?? path;
  return LICENCE.test(own) || !UNUSED.some(pattern => pattern.test(own));
}

/** The files below a folder with their sizes, links aside. */
export function* filesBelow(
  folder: string,
  inside = '',
): Generator<{ path: string; bytes: number }> {
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else if (entry.isFile()) yield { path, bytes: statSync(join(folder, path)).size };
  }
}

// tsx tools/slim-modules.ts FOLDER/node_modules, for the container.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('tsx tools/slim-modules.ts FOLDER/node_modules');
  let left = 0;
  for (const { path, bytes } of filesBelow(folder)) {
    if (isNeeded(path)) left += bytes;
    else rmSync(join(folder, path));
  }
  console.log(`${folder}: ${(left / 1e6).toFixed(1)} MB left`);
}
