import type { Page } from 'playwright-core';

/** Square's frame: the typed number stays here, and the page outside gets a token for it. */
const FIELDS = `<!doctype html><title>Square</title>
<label>Card number <input id="number" autocomplete="cc-number"></label><p id="error"></p>
<script>
  const TOKENS = { 1111: 'cnon:good', 9995: 'cnon:declined' };
  addEventListener('message', event => {
    const last4 = document.getElementById('number').value.slice(-4);
    const token = TOKENS[last4];
    document.getElementById('error').textContent = token ? '' : 'Enter a valid card number.';
    event.source.postMessage({ standIn: { token, last4 } }, event.origin);
  });
</script>`;

type Wallet = 'applePay' | 'googlePay';

/** The documented calls of Square's script that the shop uses, for a browser with some wallets. */
const scriptOf = (wallets: readonly Wallet[]): string => `
window.squareCalls = [];
const WALLETS = ${JSON.stringify(wallets)};
const sheet = kind => {
  if (!WALLETS.includes(kind)) throw new Error('PaymentMethodUnsupportedError');
  return {
    destroy: async () => true,
    tokenize: () => {
      if (!navigator.userActivation.isActive) return Promise.reject(new Error('no click'));
      const status = window.closesSheet ? 'Cancel' : 'OK';
      squareCalls.push([kind, status]);
      if (window.closesSheet) return Promise.resolve({ status });
      const card = { brand: 'MASTERCARD', last4: '5454' };
      return Promise.resolve({ status, token: 'cnon:good', details: { card } });
    },
  };
};
const ORIGIN = 'https://sandbox.web.squarecdn.com';
window.Square = {
  payments: (applicationId, locationId) => {
    squareCalls.push(['payments', applicationId, locationId]);
    return {
      setLocale: async locale => { squareCalls.push(['setLocale', locale]); },
      paymentRequest: options => {
        squareCalls.push(['paymentRequest', options]);
        return { update: ({ total }) => { squareCalls.push(['update', total]); return true; } };
      },
      applePay: async () => sheet('applePay'),
      googlePay: async () => ({
        ...sheet('googlePay'),
        attach: async (place, look) => {
          squareCalls.push(['googlePay look', look]);
          const button = document.createElement('button');
          button.textContent = 'Google Pay';
          place.append(button);
        },
      }),
      card: async () => {
        const frame = document.createElement('iframe');
        const ask = () => new Promise(resolve => {
          addEventListener('message', function listen(event) {
            if (!event.data.standIn) return;
            removeEventListener('message', listen);
            resolve(event.data.standIn);
          });
          frame.contentWindow.postMessage('card', ORIGIN);
        });
        return {
          attach: place => new Promise(resolve => {
            frame.title = 'Secure card form';
            frame.onload = () => resolve();
            frame.src = ORIGIN + '/fields.html';
            place.append(frame);
          }),
          destroy: async () => { frame.remove(); return true; },
          tokenize: async details => {
            squareCalls.push(['tokenize', details]);
            const { token, last4 } = await ask();
            if (!token) return { status: 'Invalid', errors: [{ message: 'Card number is invalid' }] };
            return { status: 'OK', token, details: { card: { brand: 'VISA', last4 } } };
          },
        };
      },
    };
  },
};
`;

/** Answers for Square's host, which tests cannot reach; returns the addresses that were asked for. */
export async function serveSquare(page: Page, wallets: readonly Wallet[] = []): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://sandbox.web.squarecdn.com/**', route => {
    const url = route.request().url();
    asked.push(url);
    const isPage = url.endsWith('/fields.html');
    return route.fulfill({
      contentType: isPage ? 'text/html' : 'text/javascript',
      body: isPage ? FIELDS : scriptOf(wallets),
    });
  });
  return asked;
}
