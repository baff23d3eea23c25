import type { Page } from 'playwright-core';

/** Stripe's frame: the typed number stays here, and the page outside gets an id for it. */
const FIELDS = `<!doctype html><title>Stripe</title>
<label>Card number <input id="number" autocomplete="cc-number"></label><p id="error"></p>
<script>
  const IDS = { 4242: 'pm_good', 3155: 'pm_challenge', 9995: 'pm_declined' };
  addEventListener('message', event => {
    const last4 = document.getElementById('number').value.slice(-4);
    const id = IDS[last4];
    document.getElementById('error').textContent = id ? '' : 'Your card number is incomplete.';
    event.source.postMessage({ standIn: { id, last4 } }, event.origin);
  });
</script>`;

/** The documented calls of Stripe.js that the shop uses. */
const scriptOf = (hasWallet: boolean): string => `
window.stripeCalls = [];
window.Stripe = key => {
  stripeCalls.push(['Stripe', key]);
  let frame;
  const ask = () => new Promise(resolve => {
    addEventListener('message', function listen(event) {
      if (!event.data.standIn) return;
      removeEventListener('message', listen);
      resolve(event.data.standIn);
    });
    frame.contentWindow.postMessage('card', 'https://js.stripe.com');
  });
  const elements = options => {
    const { amount, currency, locale, appearance } = options;
    stripeCalls.push(['elements', amount, currency, locale, appearance.theme]);
    let isWallet = false;
    return {
      isWallet: () => isWallet,
      update: ({ amount }) => stripeCalls.push(['update', amount]),
      submit: async () => {
        if (isWallet || (await ask()).id) return {};
        return { error: { type: 'validation_error' } };
      },
      create: type => {
        const handlers = {};
        let part;
        return {
          on: (name, handler) => { handlers[name] = handler; },
          destroy: () => part.remove(),
          mount: place => {
            isWallet = type === 'expressCheckout';
            part = document.createElement(isWallet ? 'button' : 'iframe');
            if (isWallet) {
              part.textContent = 'Google Pay';
              part.onclick = () => handlers.confirm({});
            } else {
              part.src = 'https://js.stripe.com/fields.html';
              part.title = 'Secure payment input frame';
              frame = part;
            }
            place.append(part);
            const found = ${hasWallet} ? { googlePay: true } : undefined;
            setTimeout(() => handlers.ready?.({ availablePaymentMethods: found }));
          },
        };
      },
    };
  };
  return {
    elements,
    createPaymentMethod: async ({ elements }) => {
      const card = elements.isWallet() ? { id: 'pm_good', last4: '4242' } : await ask();
      const paymentMethod = { id: card.id, card: { last4: card.last4, brand: 'visa' } };
      return { paymentMethod };
    },
    handleNextAction: ({ clientSecret }) => new Promise(resolve => {
      stripeCalls.push(['handleNextAction', clientSecret]);
      const button = document.createElement('button');
      button.textContent = 'Complete authentication';
      button.onclick = () => { button.remove(); resolve({ paymentIntent: {} }); };
      document.body.append(button);
    }),
  };
};
`;

/** Answers for js.stripe.com, which tests cannot reach; returns the addresses that were asked for. */
export async function serveStripe(page: Page, { hasWallet }: { hasWallet: boolean }) {
  const asked: string[] = [];
  await page.route('https://*.stripe.com/**', route => {
    const url = route.request().url();
    asked.push(url);
    const isPage = url.endsWith('/fields.html');
    return route.fulfill({
      contentType: isPage ? 'text/html' : 'text/javascript',
      body: isPage ? FIELDS : scriptOf(hasWallet),
    });
  });
  return asked;
}
