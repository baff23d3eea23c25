/** Texts of addresses, the bill, options, gift cards and consent. */
export const addresses = {
  'address.choose': 'Choose…',
  'address.example': 'e.g. {code}',
  'address.state': 'State',
  'address.province': 'Province',
  'address.prefecture': 'Prefecture',
  'address.county': 'County',
  'address.emirate': 'Emirate',
  'address.zip': 'ZIP code',
  'address.eircode': 'Eircode',
  'address.pin': 'PIN code',
  'need.postalCode.form': 'Check the postal code. It doesn’t fit the country.',
  'need.region.choice': 'Choose your state or province.',
  'addresses.edit': 'Edit',
  'addresses.edit.title': 'Edit address',
  'addresses.edit.named': 'Edit: {name}',
  'checkout.billing': 'Billing address',
  'order.billing': 'Billing address',
  'order.billing.city': 'The billing address is in {city}.',

  'product.variant.missing': '{name} (not in this combination)',

  'giftCard.page': 'Gift cards',
  'giftCard.title': 'Check a gift card',
  'giftCard.text': 'Enter the code of a gift card or store credit to see its balance.',
  'giftCard.code': 'Code',
  'giftCard.check': 'Show balance',
  'giftCard.balance': 'Balance: {amount}',
  'giftCard.until': 'Valid until {date}.',
  'giftCard.blocked': 'This card is blocked. Please contact the store.',
  'giftCard.expired': 'This card has expired.',

  'checkout.taxPlace': 'Billing country',
  'checkout.taxPlace.text': 'The tax on digital items depends on where you live.',

  'checkout.consent':
    'Email me about items left in my cart and about offers. I can stop this at any time.',
} as const;
