// A program of your own at till T-002: sells a mug for cash with the typed client.
import { answer, createTillhouse, newKey, once } from '@tillhouse/client';

const api = createTillhouse({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080' });
const login = await answer(
  api.POST('/pos/auth/terminal-login/', {
    body: { employee_id: 'EMP001', pin_code: '1234', store_id: 'DOWNTOWN', terminal_id: 'T-002' },
  }),
);
api.tokens.set({ access: login.token });

// A call whose answer got lost may be sent again with the same key: it happens once.
const mug = { sku: 'MUG-WHITE', quantity: 1, unit_price: '12.50', subtotal: '12.50' };
const { transaction: sale } = await answer(
  api.POST('/pos/transactions/create/', {
    body: {
      store_id: 'DOWNTOWN',
      employee_id: 'EMP001',
      line_items: [mug],
      subtotal: '12.50',
      tax_amount: '1.03',
      total_amount: '13.53',
    },
    ...once(newKey()),
  }),
);
const { transaction: paid } = await answer(
  api.POST('/pos/transactions/{transaction_id}/payment/', {
    params: { path: { transaction_id: sale.transaction_id } },
    body: { payment_method_id: 'cash', tendered_amount: '20.00' },
    ...once(newKey()),
  }),
);
console.log(`${paid.status}, change ${paid.change_due}`);
