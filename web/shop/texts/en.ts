export const en = {
  'shop.title': 'Shop',
} as const;
