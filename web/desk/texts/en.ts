import { sales } from './en/sales.js';
import { shell } from './en/shell.js';
import { store } from './en/store.js';

export const en = { ...shell, ...sales, ...store } as const;
