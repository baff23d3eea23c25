import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeProblems, browserOrSkip, openScreens, type Screens } from '../support/browser.js';
import { checkDesk, openDesk, soon } from '../support/desk.js';
import { addToCart, logInAtTill, openFromMenu, says } from '../support/till.js';
import { basket, type Counter, counterOf, MUG } from '../transactions/support.js';

const canRun = await browserOrSkip();

describe.runIf(canRun)('returns in part and without a receipt', () => {
  let screens: Screens;
  let counter: Counter;
  beforeAll(async () => {
    screens = await openScreens();
    counter = counterOf(screens.shop);
  });
  afterAll(() => screens?.close());

  const office = async (method: string, path: string, body?: object) =>
    screens.shop.call(method, path, { token: await screens.shop.officeToken('admin'), body });
  /** A sale of three mugs for 40.59 in cash, with a return of all of them announced. */
  const announce = async (): Promise<{ sale: string; number: string; id: string }> => {
    const three = basket([{ ...MUG, quantity: 3 }], '3.09');
    const sale = await counter.sold({ payment_method_id: 'cash' }, three);
    const [line] = (await office('GET', `/transactions/${sale}/`)).body.lineItems;
    const { body } = await office('POST', '/returns/', {
      transaction: sale,
      return_reason: 'defective',
      line_items: [{ original_line_item: line.id, quantity: 3 }],
    });
    return { sale, number: body.return_number, id: body.id };
  };
  const returned = async (id: string) => (await office('GET', `/returns/${id}/`)).body;

  it('give a store credit of the lowest price at the register, with an approval', async () => {
    const page = await logInAtTill(screens, 'EMP001', 'T-071');
    await openFromMenu(page, 'Return');
    await page
      .getByRole('dialog', { name: 'Return' })
      .getByRole('button', { name: 'No receipt?' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Return without a receipt' });
    await dialog.getByLabel('Add an item').fill('MUG-WHITE');
    await page.getByRole('option', { name: /MUG-WHITE/ }).click();
    await dialog.getByLabel(/^Quantity: White Mug/).fill('2');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Request approval of the credit' }).click();
    const approval = page.getByRole('dialog', { name: 'Refund needs approval' });
    await approval.getByText('A refund of $27.06 needs').waitFor();
    await approval.getByLabel('Reason').fill('Gift without receipt');
    await approval.getByRole('button', { name: 'Request approval' }).click();
    await approval.getByLabel('Manager’s employee number').fill('EMP003');
    await approval.getByLabel('PIN').fill('3456');
    await approval.getByRole('button', { name: 'Approve with PIN' }).click();
    await dialog.getByText('Store credit: $27.06').waitFor();
    const code = await dialog.getByTestId('credit-code').innerText();
    expect(await dialog.getByTestId('receipt').innerText()).toContain(code);
    expect(await axeProblems(page)).toEqual([]);
    const { body } = await office('GET', `/value-accounts/balance/?code=${code}`);
    expect(body).toMatchObject({ balance: '27.06', currency: 'USD', status: 'active' });
  });

  it('are continued at the desk from the list, without stock for defective goods', async () => {
    const { sale, number, id } = await announce();
    const stock = await counter.onHand('MUG-WHITE');
    const desk = await openDesk(screens);
    const page = await desk.at('/returns');
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('link', { name: sale })
      .click();
    await page.getByRole('button', { name: 'Continue return' }).click();
    const dialog = page.getByRole('dialog', { name: `Continue return ${number}` });
    expect(await dialog.getByLabel('Return items to stock').isChecked()).toBe(false);
    await checkDesk(page, 'continue-return');
    expect((await returned(id)).status).toBe('pending');
    await dialog.getByRole('button', { name: 'Refund items' }).click();
    await expect
      .poll(() => returned(id), soon)
      .toMatchObject({ status: 'completed', refund_amount: '40.59' });
    expect(await counter.onHand('MUG-WHITE')).toBe(stock);
  });

  it('are received in part at the desk, and the rest at the register', async () => {
    const { sale, number, id } = await announce();
    const desk = await openDesk(screens);
    const page = await desk.at(`/transactions/${sale}`);
    await page.getByRole('tab', { name: 'Returns' }).click();
    await page.getByRole('button', { name: 'Receive part' }).click();
    const dialog = page.getByRole('dialog', { name: `Receive part of return ${number}` });
    await dialog.getByLabel(/^Arrived: /).fill('1');
    await checkDesk(page, 'receive-part');
    await dialog.getByRole('button', { name: 'Refund items' }).click();
    await dialog.getByText(/^Return RET-\S+ waits for the rest$/).waitFor();
    await expect
      .poll(() => returned(id))
      .toMatchObject({ status: 'completed', refund_amount: '13.53' });
    await dialog.getByText('Refunded', { exact: true }).waitFor();
    const first = await returned(id);

    const till = await logInAtTill(screens, 'EMP003', 'T-072');
    await addToCart(till, 'MUG-WHITE');
    await openFromMenu(till, 'Return');
    const register = till.getByRole('dialog', { name: 'Return' });
    await register.getByLabel('Receipt number').fill(sale);
    await register.getByRole('button', { name: 'Find sale' }).click();
    const card = register.getByTestId(`announced-${first.rest_return}`);
    await card.getByText('2 × White Mug').waitFor();
    await card.getByRole('button', { name: 'Receive the goods' }).click();
    await register.getByLabel(/^Quantity: White Mug/).fill('1');
    await says(till, 'refund-amount').toBe('$13.53');
    await register.getByText('Back as it was paid: Cash $13.53').waitFor();
    await register.getByText('The customer keeps the rest').click();
    expect(await axeProblems(till)).toEqual([]);
    await register.getByRole('button', { name: 'Refund items' }).click();
    await register.getByText('Refunded: $13.53').waitFor();
    expect(await returned(first.rest_return)).toMatchObject({
      status: 'completed',
      refund_amount: '13.53',
      rest_return: null,
    });
  });
});
