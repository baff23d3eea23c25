import { csvLine } from '../../src/domains/spreadsheets/index.js';

/** A CSV file of rows that name only the cells they fill. */
export const csvOf = (columns: readonly string[], rows: readonly Record<string, string>[]) =>
  [columns, ...rows.map(row => columns.map(name => row[name] ?? ''))].map(csvLine).join('');

/** As Shopify exports products. */
export const SHOPIFY = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'Variant Image',
  'Cost per item',
  'Status',
];

export const shopifyFile = (rows: readonly Record<string, string>[]) => csvOf(SHOPIFY, rows);

/** A shirt with two options, a third row with a picture only, and a mug without options. */
export const SHOPIFY_ROWS = (pictures = ''): Record<string, string>[] => [
  {
    Handle: 'linen-shirt',
    Title: 'Linen Shirt',
    'Body (HTML)':
      '<p>Cool &amp; light.</p><ul><li>Washable</li><li>Made in Porto</li></ul><script>x()</script>',
    Vendor: 'Mar',
    'Product Category': 'Apparel > Clothing > Shirts',
    Type: 'Shirt',
    Tags: 'summer, linen, summer',
    Published: 'TRUE',
    'Option1 Name': 'Colour',
    'Option1 Value': 'Sand',
    'Option2 Name': 'Size',
    'Option2 Value': 'M',
    'Variant SKU': 'LINEN SAND M',
    'Variant Grams': '240',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '7',
    'Variant Price': '59.00',
    'Variant Compare At Price': '79.00',
    'Variant Taxable': 'true',
    'Variant Barcode': "'4099999000017",
    'Image Src': `${pictures}/shirt.jpg`,
    'Image Position': '1',
    'Image Alt Text': 'A shirt on a line',
    'Cost per item': '21.50',
    Status: 'active',
  },
  {
    Handle: 'linen-shirt',
    'Option1 Value': 'Sand',
    'Option2 Value': 'L',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': '-2',
    'Variant Price': '59.00',
    'Variant Taxable': 'true',
    'Variant Image': `${pictures}/shirt-l.jpg`,
  },
  { Handle: 'linen-shirt', 'Image Src': `${pictures}/back.jpg`, 'Image Position': '2' },
  {
    Handle: 'enamel-mug',
    Title: 'Enamel Mug',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': 'ENAMEL',
    'Variant Inventory Qty': '99',
    'Variant Price': '12',
    'Variant Taxable': 'false',
    Status: 'draft',
  },
];
