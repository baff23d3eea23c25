/** The list of returns, with requests from the shop. */
export const returns = {
  'nav.returns': 'Returns',
  'requests.text':
    'Returns of your stores. Customers ask for returns in the shop; accept or refuse them here.',
  'requests.none': 'No returns with this status',
  'requests.online': 'Only from the shop',
  'requests.number': 'Return',
  'requests.goods': 'Items',
  'requests.from': 'Created',
  'requests.refund': 'Refund',
  'requests.approve': 'Accept',
  'requests.reject': 'Refuse',
  'requests.approve.title': 'Accept return {number}',
  'requests.reject.title': 'Refuse return {number}',
  'requests.approved': 'Return {number} accepted',
  'requests.rejected': 'Return {number} refused',
  'requests.note': 'Note to the customer',
  'requests.note.hint': 'Optional. The customer gets it by email with your decision.',
} as const;
