import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/root.js';
import { isNeeded } from '../../tools/slim-modules.js';

type Manifest = {
  dependencies?: object;
  optionalDependencies?: object;
  peerDependencies?: object;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** What npm installs with a package; an optional peer only if somebody else needs it. */
function neededBy(manifest: Manifest): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const isWanted = (name: string): boolean => peerDependenciesMeta?.[name]?.optional !== true;
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...Object.keys(peerDependencies ?? {}).filter(isWanted),
  ];
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where a package finds another one, relative to the checkout, as Node looks for it. */
async function placeOf(name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (await isThere(join(projectRoot, place, 'package.json'))) return place;
    if (folder === '.') return undefined;
  }
}

/** The packages and all that they need, as npm would install them on this machine. */
async function closureOf(names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  const visit = async (name: string, from: string): Promise<void> => {
    const place = await placeOf(name, from);
    if (place === undefined || found.has(place)) return;
    found.add(place);
    const text = await readFile(join(projectRoot, place, 'package.json'), 'utf8');
    for (const other of neededBy(JSON.parse(text))) await visit(other, place);
  };
  for (const name of names) await visit(name, '.');
  return found;
}

/** Copies packages of this checkout with all they need, whole or as slim as in the container. */
export async function copyPackages(
  names: readonly string[],
  folder: string,
  isSlim: boolean,
): Promise<void> {
  for (const place of await closureOf(names)) {
    const source = join(projectRoot, place);
    await mkdir(join(folder, dirname(place)), { recursive: true });
    await cp(source, join(folder, place), {
      recursive: true,
      filter: async path => {
        // Packages inside of it are copied if somebody needs them.
        if (path.slice(source.length).includes('/node_modules')) return false;
        if ((await stat(path)).isDirectory()) return true;
        return !isSlim || isNeeded(path.slice(join(projectRoot, 'node_modules/').length));
      },
    });
  }
}
