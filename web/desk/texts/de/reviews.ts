import type { Translation } from '../../../shared/i18n/texts.js';
import type { reviews as en } from '../en/reviews.js';

export const reviews: Translation<typeof en> = {
  'nav.reviews': 'Bewertungen',
  'reviews.text':
    'Kunden bewerten Produkte, die sie gekauft haben. Der Shop zeigt, was Sie veröffentlichen.',
  'reviews.none': 'Keine Bewertungen mit diesem Status',
  'reviews.pending': 'Zu prüfen',
  'reviews.published': 'Veröffentlicht',
  'reviews.refused': 'Abgelehnt',
  'reviews.product': 'Produkt',
  'reviews.rating': 'Sterne',
  'reviews.stars': { one: '{count} von 5', other: '{count} von 5' },
  'reviews.opinion': 'Bewertung',
  'reviews.publish': 'Veröffentlichen',
  'reviews.refuse': 'Ablehnen',
  'reviews.done.pending': 'Bewertung wartet',
  'reviews.done.published': 'Bewertung veröffentlicht',
  'reviews.done.refused': 'Bewertung abgelehnt',
};
