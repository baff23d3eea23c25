import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  addMoney,
  type Currency,
  CurrencyMismatch,
  currencyOf,
  formatAmount,
  inCurrency,
  type Money,
  money,
  perCurrency,
  sumMoney,
} from '../../src/platform/money.js';

const USD = currencyOf('USD');
const EUR = currencyOf('EUR');
const dollars = money(USD, 1_250);
const euros = money(EUR, 990);

// Never called: `npm run types` reports each line below that the compiler does not refuse.
function refused(code: string, other: string): unknown[] {
  return [
    addMoney(dollars, dollars),
    // @ts-expect-error Dollars and euros do not add up.
    addMoney(dollars, euros),
    // @ts-expect-error Euros are no part of a sum in dollars.
    sumMoney(USD, [dollars, euros]),
    // @ts-expect-error An amount with a currency has no `+`.
    dollars + euros,
    // @ts-expect-error Any text is not a currency.
    money(code, 100),
    inCurrency(code, one =>
      inCurrency(other, two =>
        // @ts-expect-error Two currencies of run time differ, whatever their codes.
        formatAmount(addMoney(money(one, 1), money(two, 1))),
      ),
    ),
    perCurrency([{ currency: code, minor: 100 }], (currency, rows) =>
      // @ts-expect-error Amounts of a group are not dollars.
      sumMoney(USD, [money(currency, rows[0]?.minor ?? 0)]),
    ),
  ];
}

describe('an amount with its currency', () => {
  it('adds up with its own currency only, as the compiler knows', () => {
    expectTypeOf(refused).toBeFunction();
    expectTypeOf<Money<'USD'>>().not.toExtend<Money<'EUR'>>();
    expectTypeOf<Currency<'USD'>>().not.toExtend<Currency<string>>();
    expect(addMoney(dollars, money(USD, 50))).toEqual({ currency: 'USD', minor: 1_300 });
    expect(sumMoney(EUR, [])).toEqual({ currency: 'EUR', minor: 0 });
    expect(formatAmount(euros)).toBe('9.90');
  });

  it('is refused at run time where a cast deceived the compiler', () => {
    const forged = euros as unknown as typeof dollars;
    expect(() => addMoney(dollars, forged)).toThrow(CurrencyMismatch);
    expect(() => sumMoney(USD, [dollars, forged])).toThrow(
      'amounts in USD and EUR cannot be added',
    );
  });

  it('is summed per currency, in alphabetical order', () => {
    const rows = [
      { currency: 'USD', minor: 1_250 },
      { currency: 'EUR', minor: 990 },
      { currency: 'USD', minor: -250 },
    ];
    const sums = perCurrency(rows, (currency, own, amountIn) =>
      formatAmount(
        sumMoney(
          currency,
          own.map(row => amountIn(row.minor)),
        ),
      ).concat(` ${currency}`),
    );
    expect(sums).toEqual(['9.90 EUR', '10.00 USD']);
  });
});
