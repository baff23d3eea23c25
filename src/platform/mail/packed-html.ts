import { packingWith } from '../packing.js';

/** What the HTML of most mails contains. Stored mails need it, so it never changes. */
const COMMON_1 = `td{padding:.2rem 0;vertical-align:top;overflow-wrap:anywhere}td:first-child{color:#555;padding-right:1rem;white-space:nowrap}
border-bottom:1px solid #bbb}<br><p><html lang="de">&amp;&lt;&gt;&quot;&#39;
<!doctype html>
<html lang="en"><meta charset="utf-8"><style>body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:32rem;padding:0 1rem;color:#111}
table{border-collapse:collapse;width:100%;margin:1rem 0;border-top:1px solid #bbb}
td{padding:.2rem 0;vertical-align:top;overflow-wrap:anywhere}
td:last-child{text-align:right;white-space:nowrap;padding-left:1rem}tr.total td{font-weight:700}</style>
<p></p>
<table><tr><td>1 x </td><td>.00</td></tr></table>
<table><tr><td></td><td></td></tr>
<tr><td></td><td></td></tr>
<tr class="total"><td></td><td></td></tr></table>
<p>: <a href="http://"></a></p>
</html>
`;

const packing = packingWith(COMMON_1);

type PackedHtml = { body_text: string; body_html: string | null; packed_html: Buffer | null };

/** The text of the mail is part of the dictionary, because the HTML repeats it. */
export const packHtml = (html: string | undefined, text: string): Buffer | null =>
  html === undefined ? null : packing.pack(html, text);

/** The stored HTML of a mail. */
export const htmlOf = ({ body_text, body_html, packed_html }: PackedHtml): string | null =>
  packed_html === null ? body_html : packing.unpack(packed_html, body_text);
