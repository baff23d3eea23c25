import { describe, expect, it } from 'vitest';
import { htmlOf, packHtml } from '../../src/platform/mail/packed-html.js';
import { packingWith } from '../../src/platform/packing.js';

const TEXT = '{"status":"pending","name":"Größe 🧦"}';

describe('packing', () => {
  it('returns the text it was given', () => {
    const { pack, unpack } = packingWith('{"status":"pending","name":""}');
    for (const text of [TEXT, '', 'x'.repeat(100_000)]) expect(unpack(pack(text))).toBe(text);
  });

  it('reads what an earlier release packed, and plain text', () => {
    const earlier = packingWith('{"status":"pending"').pack(TEXT);
    const { unpack } = packingWith('{"status":"pending"', '"name":');
    expect(unpack(earlier)).toBe(TEXT);
    expect(unpack(Buffer.concat([Buffer.of(0), Buffer.from(TEXT)]))).toBe(TEXT);
  });

  it('refuses what a later release packed', () => {
    const later = packingWith('a', 'b').pack(TEXT);
    expect(() => packingWith('a').unpack(later)).toThrow('packed with unknown dictionary 2');
  });

  it('stores little of the HTML that repeats the text of its mail', () => {
    const text = 'Thank you for your order.\n\nCrew Socks, Größe 39: 9.00\n';
    const html = `<!doctype html>\n<p>Thank you for your order.</p>\n<table><tr><td>Crew Socks, Größe 39</td><td>9.00</td></tr></table>\n`;
    const packed_html = packHtml(html, text);
    expect(packed_html?.length).toBeLessThan(html.length / 2);
    expect(htmlOf({ body_text: text, body_html: null, packed_html })).toBe(html);
    expect(htmlOf({ body_text: text, body_html: html, packed_html: null })).toBe(html);
    expect(packHtml(undefined, text)).toBeNull();
  });
});
