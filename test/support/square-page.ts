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

/** The documented calls of Square's script that the shop uses. */
const SCRIPT = `
window.squareCalls = [];
const ORIGIN = 'https://sandbox.web.squarecdn.com';
window.Square = {
  payments: (applicationId, locationId) => {
    squareCalls.push(['payments', applicationId, locationId]);
    return {
      setLocale: async locale => { squareCalls.push(['setLocale', locale]); },
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
export async function serveSquare(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://sandbox.web.squarecdn.com/**', route => {
    const url = route.request().url();
    asked.push(url);
    const isPage = url.endsWith('/fields.html');
    return route.fulfill({
      contentType: isPage ? 'text/html' : 'text/javascript',
      body: isPage ? FIELDS : SCRIPT,
    });
  });
  return asked;
}
