import { expect, test } from 'vitest';
import { deviceName } from '../../src/domains/people/devices/device-name.js';
import { preferredLanguage } from '../../src/domains/people/language.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0 Safari/537.36`,
    'Chrome, Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge, Windows'],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/126.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.5 Safari/605.1',
    'Safari, macOS',
  ],
  ['TillApp/3.1', 'TillApp/3.1'],
  ['', ''],
])('%s is shown as %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5, de;q=0.8', 'de'],
  ['fr-FR, EN-gb;q=0.3', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['fr, *;q=0.5', undefined],
  ['', undefined],
  [undefined, undefined],
  [`de,${'x'.repeat(300)}`, undefined],
])('Accept-Language %s asks for %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
