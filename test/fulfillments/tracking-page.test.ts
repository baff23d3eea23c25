import { expect, it } from 'vitest';
import { trackingPageOf } from '../../src/domains/fulfillments/tracking-page.js';

it.each([
  ['UPS', 'https://www.ups.com/track?tracknum=AB1'],
  ['UPS Ground', 'https://www.ups.com/track?tracknum=AB1'],
  ['FedEx', 'https://www.fedex.com/fedextrack/?trknbr=AB1'],
  ['Federal Express', 'https://www.fedex.com/fedextrack/?trknbr=AB1'],
  ['U.S.P.S', null],
  ['usps', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=AB1'],
  ['DHL-Paket', 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=AB1'],
  ['DPD', 'https://tracking.dpd.de/parcelstatus?query=AB1'],
  [' GLS ', 'https://gls-group.com/GROUP/en/parcel-tracking?match=AB1'],
  ['Hermes', 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#AB1'],
  ['Royal  Mail', 'https://www.royalmail.com/track-your-item#/tracking-results/AB1'],
  ['Swiss Post', 'https://www.post.ch/swisspost-tracking?formattedParcelCodes=AB1'],
  ['Die Post', 'https://www.post.ch/swisspost-tracking?formattedParcelCodes=AB1'],
  ['Deutsche Post', 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode=AB1'],
  ['Upstart', null],
  ['Harbor Post', null],
  ['', null],
])('a parcel of %j has the page %j', (carrier, page) => {
  expect(trackingPageOf(carrier, ' AB1 ')).toBe(page);
});

it('a number cannot change the page, and without one there is none', () => {
  expect(trackingPageOf('UPS', '1Z 4&loc=x/../#?')).toBe(
    'https://www.ups.com/track?tracknum=1Z%204%26loc%3Dx%2F..%2F%23%3F',
  );
  expect(trackingPageOf('UPS', ' ')).toBeNull();
});
