import type { Config } from './config.js';
import { ownShopCommand } from './own-shop.js';
import { plainPagePolicy } from './platform/http/page-policy.js';
import { VERSION } from './platform/version.js';

/** A link to a screen; `icon` is the path of its drawing. */
type ScreenLink = { href: string; name: string; about: string; icon: string };

const SCREENS: readonly ScreenLink[] = [
  {
    href: '/app/register/',
    name: 'Register',
    about: 'Ring up sales, take payment, count the drawer.',
    icon: 'M4 10h16v9H4zM7 10V5h7v5M8 14h.01M12 14h.01M16 14h.01',
  },
  {
    href: '/app/desk/',
    name: 'Manager desk',
    about: 'Watch the store live, approve, plan and look back.',
    icon: 'M4 19V5M4 19h16M8 15v-4M12 15V8M16 15v-6',
  },
  {
    href: '/app/shop/',
    name: 'Web shop',
    about: 'What customers see: browse, order, follow the parcel.',
    icon: 'M5 8h14l-1 11H6zM9 8V7a3 3 0 0 1 6 0v1',
  },
  {
    href: '/docs/',
    name: 'API reference',
    about: 'Every route, who may call it and what it answers.',
    icon: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  },
];

const STYLE = `
:root{color-scheme:light dark;--bg:#f7f5f0;--card:#fff;--ink:#1c2421;--soft:#566159;--line:#e2ded4;--mark:#1f6b58}
@media(prefers-color-scheme:dark){:root{--bg:#141917;--card:#1d2421;--ink:#eef2ef;--soft:#a4b1aa;--line:#2f3935;--mark:#7fd0b6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem 1.25rem;background:var(--bg);color:var(--ink);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:min(46rem,100%)}
h1{margin:0 0 .25rem;font-size:clamp(2rem,6vw,2.75rem);letter-spacing:-.03em;line-height:1.1}
p{margin:0;color:var(--soft)}
ul{list-style:none;margin:2.25rem 0;padding:0;display:grid;gap:.875rem;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr))}
a{display:flex;gap:1rem;align-items:center;height:100%;padding:1.125rem 1.25rem;border:1px solid var(--line);border-radius:14px;
background:var(--card);color:inherit;text-decoration:none}
a:hover,a:focus-visible{border-color:var(--mark);outline:2px solid var(--mark);outline-offset:1px}
svg{flex:none;width:2rem;height:2rem;fill:none;stroke:var(--mark);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
strong{display:block;font-size:1.0625rem}
footer{font-size:.875rem;color:var(--soft)}
code{overflow-wrap:anywhere;color:var(--ink)}
footer p{margin-bottom:.5rem}`;

const listItem = ({ href, name, about, icon }: ScreenLink): string =>
  `<li><a href="${href}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icon}"/></svg>` +
  `<span><strong>${name}</strong><span>${about}</span></span></a></li>`;

export const FRONT_POLICY = plainPagePolicy(STYLE);

/** How a visitor of the demo starts a shop of their own. */
const ownShop = (config: Config): string =>
  config.demoData
    ? `<p>This is the demo shop. To start your own, stop the service and run <code>${ownShopCommand(config)}</code></p>\n`
    : '';

/** The plain page at `/` that leads to every screen. It needs no script. */
export const frontPage = (config: Config): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tillhouse</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Tillhouse</h1>
<p>Tills, stock, back office and web shop in one service.</p>
<ul>
${SCREENS.map(listItem).join('\n')}
</ul>
<footer>${ownShop(config)}Version ${VERSION}</footer>
</main>
</body>
</html>
`;
