import type { Translation } from '../../shared/i18n/texts.js';
import type { en } from './en.js';

export const de: Translation<typeof en> = {
  'shop.title': 'Laden',
};
