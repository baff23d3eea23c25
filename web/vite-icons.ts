import type { Plugin } from 'vite';

const ICON_IMPORT = /import \{([^}]*)\} from '@tabler\/icons-react';/g;

/** Imports icons one by one: parsing the index of 5000 icons dominates the build time. */
export const iconsOneByOne: Plugin = {
  name: 'icons-one-by-one',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('.tsx') || !code.includes('@tabler/icons-react')) return undefined;
    const deep = (_match: string, names: string): string =>
      names
        .split(',')
        .map(name => name.trim())
        .filter(name => /^Icon\w+$/.test(name))
        .map(name => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
        .join(' ');
    return { code: code.replaceAll(ICON_IMPORT, deep), map: null };
  },
};
