import { countryName } from '../../../platform/countries.js';
import type { DefaultTexts, LegalStore } from './rules.js';

const addressOf = (store: LegalStore): string =>
  [
    store.name,
    store.address,
    [store.postal_code, store.city].filter(Boolean).join(' '),
    countryName(store.country, 'en'),
  ]
    .filter(Boolean)
    .join('\n');

const contactOf = ({ phone, email }: LegalStore): string =>
  [phone && `Phone: ${phone}`, email && `Email: ${email}`].filter(Boolean).join('\n');

/** A line that starts with "# " is a heading; an empty line ends a paragraph. */
export const defaultsEn: DefaultTexts = {
  imprint: store => `# Who runs this shop\n\n${addressOf(store)}\n\n${contactOf(store)}`,
  terms: store => `# Contract

Your order is an offer to buy. The contract with ${store.name} is made when we confirm the order by email.

# Prices

${
  store.prices_include_tax
    ? 'Prices include tax. Shipping is added and shown before you order.'
    : 'Prices do not include tax. Tax and shipping are added and shown before you order.'
}

# Payment and delivery

You pay with one of the methods offered at checkout. We ship to the countries offered at checkout. Goods remain ours until they are paid in full.

# Defects

Your legal rights apply if goods are defective. Please write to us.`,
  privacy: store => `# Who is responsible

${addressOf(store)}

# What we store and why

To deliver an order we store your name, address, email, phone number if you give it, and what you bought. We keep orders as long as tax law requires. An account also stores your addresses and loyalty points until you delete it. If you ask for a reminder of your cart, we store your email for at most two days, send one mail, and stop when you withdraw your consent.

# Who receives data

Carriers receive the address of a parcel. Your card number goes to the payment provider only; we never see it.

# Cookies

We set cookies that the shop needs: one for your cart and your login, and one each for the store and the language you chose. Your browser also keeps the products you viewed last, to show them again; you can clear that list below a product. We do not track you.

# Your rights

You can ask for a copy of your data, have it corrected or deleted, and complain to a supervisory authority.`,
  returns: store => `# Sending goods back

You can return goods within 14 days after you receive them, without giving a reason. Write to ${store.email || store.name} before you send them.

# Refund

We refund the price and the standard shipping cost within 14 days after the goods are back with us, to the method you paid with. You pay for sending them back.

# Exceptions

Goods made to order, opened hygiene articles, perishable goods and digital goods that were already delivered cannot be returned.

# Model withdrawal form

If you want to withdraw from the contract, you can complete this form and send it to us:

To ${[store.name, store.address, `${store.postal_code} ${store.city}`.trim(), store.email]
    .filter(Boolean)
    .join(', ')}

I/We hereby give notice that I/we withdraw from my/our contract of sale of the following goods: …

Ordered on … / received on …

Name and address of the consumer(s), date, and the signature if this form is sent on paper`,
};
