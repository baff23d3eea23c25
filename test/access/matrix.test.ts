import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedHistory } from '../../src/seed/demo.js';
import { openShop, type Shop } from '../support/service.js';
import { describeAccess } from './matrix.js';

let shop: Shop;
let table: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  await seedHistory(shop.platform);
  table = await describeAccess(shop);
});
afterAll(() => shop.close());

const INTRODUCTION = `# Who may do what

The status of every route for each kind of caller. Reads request a record of DOWNTOWN if there is one; writes send \`{}\` for a
record that does not exist, so 400 and 404 mean *allowed, but the request is invalid*, while 401 and 403 mean *not allowed*. The two
cashiers and the supervisor are logged in at tills, the managers and the admin in the back office; *elsewhere* means a store other than DOWNTOWN.
The first two managers are assigned to one store each, the third to none, which means every store: only that one and the admin change what the
whole chain shares, so a 403 of the first two beside a 400 or 404 of the third marks a record of the chain.

\`npx vitest run test/access -u\` writes this file; the test fails while it differs from what the service does.

`;

describe('the access matrix', () => {
  it('equals docs/access.md', async () => {
    await expect(INTRODUCTION + table).toMatchFileSnapshot('../../docs/access.md');
  });

  it('contains no server error', () => {
    expect(table.split('\n').filter(row => / 5\d\d /.test(row))).toEqual([]);
  });

  it('treats an ended login, or a token of another kind, as no login', () => {
    const rows = table.split('\n').slice(2, -1);
    const different = rows.filter(row => {
      const [, , nobody, ...rest] = row.split('|').map(cell => cell.trim());
      return rest.slice(-4, -1).some(cell => cell !== nobody);
    });
    expect(different).toEqual([]);
  });
});
