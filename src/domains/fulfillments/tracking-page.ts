/** What the name of a carrier begins with, in small letters, and its page for a parcel. */
const CARRIERS: readonly (readonly [name: RegExp, page: string])[] = [
  [/^ups\b/, 'https://www.ups.com/track?tracknum='],
  [/^(fedex|federal express)\b/, 'https://www.fedex.com/fedextrack/?trknbr='],
  [/^(usps|us postal service)\b/, 'https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  [/^dhl\b/, 'https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode='],
  [/^dpd\b/, 'https://tracking.dpd.de/parcelstatus?query='],
  [/^gls\b/, 'https://gls-group.com/GROUP/en/parcel-tracking?match='],
  [/^hermes\b/, 'https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation/#'],
  [/^royal mail\b/, 'https://www.royalmail.com/track-your-item#/tracking-results/'],
  [
    /^(swiss ?post|(die )?schweizerische post|die post|post ch)\b/,
    'https://www.post.ch/swisspost-tracking?formattedParcelCodes=',
  ],
  [/^deutsche post\b/, 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode='],
];

/** The page of the carrier about this parcel; null without a number, or for an unknown carrier. */
export function trackingPageOf(carrier: string, number: string): string | null {
  const digits = number.trim();
  const name = carrier
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, ' ');
  const page = CARRIERS.find(([begins]) => begins.test(name))?.[1];
  return digits === '' || page === undefined ? null : `${page}${encodeURIComponent(digits)}`;
}
