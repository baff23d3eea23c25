import { customer, products } from './data.js';

const demoId = (family: string, n: number): string =>
  `00000000-0000-4000-${family}-${n.toString(16).padStart(12, '0')}`;

/** One credential per verification status; the first two wait for the vendor. */
export const kycCredentials = [
  {
    id: demoId('a0c0', 1),
    user_id: customer.id,
    credential_key: 'kyc-demo-1',
    status: 'pending_verification',
    verification_data: JSON.stringify({}),
  },
  {
    id: demoId('a0c0', 2),
    user_id: customer.id,
    credential_key: 'kyc-demo-2',
    status: 'pending_vendor_response',
    verification_data: JSON.stringify({ vendor: 'kycvendor' }),
  },
  {
    id: demoId('a0c0', 3),
    user_id: customer.id,
    credential_key: 'kyc-demo-3',
    status: 'pending_employee_review',
    verification_data: JSON.stringify({
      vendor: 'kycvendor',
      vendorStatus: 'needs_review',
      vendorReferenceId: 'inq_demo_3',
    }),
  },
];

/** `products` are product ids: 1 is the first product in `data.ts`. */
const productId = (slug: string): number =>
  products.findIndex(product => product.slug === slug) + 1;

export const purchaseLimits = [
  {
    id: demoId('a0c1', 1),
    name: 'Red wine: two cases a day',
    product_id: productId('red-wine'),
    max_quantity: 24,
    period: 'day',
  },
];
