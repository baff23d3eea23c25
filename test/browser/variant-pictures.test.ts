import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo, upload } from '../media/support.js';
import { browserOrSkip, openScreens, type Page, type Screens } from '../support/browser.js';
import { checkDesk, openDesk, soon } from '../support/desk.js';
import { makeTempFolder } from '../support/postgres.js';

const canRun = await browserOrSkip();

type Saved = { id: string; variant_id: string | null; alt: string };

describe.runIf(canRun)('pictures of variants', () => {
  let screens: Screens;
  let token: string;
  let folder: string;

  beforeAll(async () => {
    folder = await makeTempFolder();
    screens = await openScreens({ env: { DATA_DIR: folder } });
    token = await screens.shop.officeToken();
  });
  afterAll(async () => {
    await screens?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await screens.shop.call(method, path, { token, body });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.body;
  };
  const rowsOf = async (): Promise<[alt: string, sku: string | undefined][]> => {
    const { pictures, variants } = await call('GET', '/products/rain-coat/');
    return pictures.map(({ alt, variant_id }: Saved) => [
      alt,
      variants.find(({ id }: { id: string }) => id === variant_id)?.sku,
    ]);
  };
  /** The large picture of a product page, which is the first of the strip. */
  const shown = (page: Page): Promise<string | null> =>
    page.locator('[class*=strip] img').first().getAttribute('alt');

  it('are assigned at the desk to several variants at once', async () => {
    const variants = ['RED-S', 'RED-M', 'BLUE-S', 'BLUE-M', 'GREEN-S'].map(code => {
      const [colour = '', size = ''] = code.split('-');
      const name = `${colour.charAt(0)}${colour.slice(1).toLowerCase()}`;
      return {
        sku: code,
        name: `${name}, ${size}`,
        price: 40,
        attributes: { Colour: name, Size: size },
      };
    });
    const product = { name: 'Rain Coat', status: 'active', variants };
    const { id } = await call('POST', '/products/', product);
    for (const alt of ['The coat', 'Red coat', 'Coat in size S']) {
      const { body } = await upload(screens.shop, token, await photo(400, 300));
      await call('POST', `/products/${id}/pictures/`, { media_id: body.id, alt });
    }
    const desk = await openDesk(screens);
    const page = await desk.at(`/products/${id}`);
    const edit = async (number: number): Promise<void> =>
      page.getByRole('button', { name: `Edit picture ${number}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    const field = dialog.getByRole('combobox', { name: 'Shown for' });
    const apply = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const choose = async (name: string): Promise<void> => {
      await field.fill(name);
      await page.getByRole('option', { name, exact: true }).click();
    };
    const save = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Rain Coat saved').first().waitFor();
    };
    await edit(2);
    await choose('Red, S');
    await apply();
    await edit(3);
    for (const name of ['Blue, S', 'Green, S']) await choose(name);
    await page.keyboard.press('Escape');
    await checkDesk(page, 'picture-of-variants');
    await apply();
    await save();
    const assigned = [
      ['The coat', undefined],
      ['Red coat', 'RED-S'],
      ['Coat in size S', 'BLUE-S'],
      ['Coat in size S', 'GREEN-S'],
    ];
    await expect.poll(rowsOf, soon).toEqual(assigned);

    // One picture with two variants is one picture of the form, and taking a variant off keeps it.
    await page.reload();
    await page.getByRole('button', { name: 'Edit picture 3', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Edit picture/ }).count()).toBe(3);
    await edit(3);
    await field.press('Backspace');
    await apply();
    await save();
    await expect.poll(rowsOf, soon).toEqual(assigned.slice(0, 3));
  });

  it('follow the chosen variant in the shop: its own, its colour, the product', async () => {
    const page = await screens.open('/app/shop/p/rain-coat?sku=RED-S');
    await page.getByRole('heading', { level: 1, name: 'Rain Coat' }).waitFor();
    const choose = (value: string) =>
      page
        .locator('label')
        .filter({ hasText: new RegExp(`^${value}`) })
        .click();
    await expect.poll(() => shown(page), soon).toBe('Red coat');
    await choose('M');
    await expect.poll(() => shown(page), soon).toBe('Red coat');
    await choose('Blue');
    await expect.poll(() => shown(page), soon).toBe('Coat in size S');
    await choose('Green');
    await expect.poll(() => shown(page), soon).toBe('The coat');
  });

  it('are the same on pages that the service draws', async () => {
    for (const [sku, alt] of [
      ['RED-S', 'Red coat'],
      ['RED-M', 'Red coat'],
      ['BLUE-M', 'Coat in size S'],
      ['GREEN-S', 'The coat'],
    ]) {
      const page = await screens.open(`/app/shop/p/rain-coat?sku=${sku}`, { scripts: false });
      expect(await shown(page), sku).toBe(alt);
      await page.close();
    }
  });
});
