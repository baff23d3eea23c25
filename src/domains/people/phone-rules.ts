type Plan = {
  /** Calling code of the country. */
  code: string;
  /** Dialled before national numbers, and not part of the number. */
  trunk: string;
};

/** Countries whose national numbers are understood; others need a number with a plus sign. */
const PLANS: ReadonlyMap<string, Plan> = new Map([
  ['US', { code: '1', trunk: '1' }],
  ['CA', { code: '1', trunk: '1' }],
  ['AT', { code: '43', trunk: '0' }],
  ['AU', { code: '61', trunk: '0' }],
  ['BE', { code: '32', trunk: '0' }],
  ['CH', { code: '41', trunk: '0' }],
  ['DE', { code: '49', trunk: '0' }],
  ['DK', { code: '45', trunk: '' }],
  ['ES', { code: '34', trunk: '' }],
  ['FI', { code: '358', trunk: '0' }],
  ['FR', { code: '33', trunk: '0' }],
  ['GB', { code: '44', trunk: '0' }],
  ['IE', { code: '353', trunk: '0' }],
  ['IT', { code: '39', trunk: '' }],
  ['JP', { code: '81', trunk: '0' }],
  ['LU', { code: '352', trunk: '' }],
  ['NL', { code: '31', trunk: '0' }],
  ['NO', { code: '47', trunk: '' }],
  ['PL', { code: '48', trunk: '' }],
  ['PT', { code: '351', trunk: '' }],
  ['SE', { code: '46', trunk: '0' }],
]);

const SEPARATORS = /[\s().\-/\u2010-\u2015]/g;
const E164 = /^\+[1-9]\d{6,14}$/;
const NORTH_AMERICAN = /^\+1[2-9]\d{9}$/;

/** The number as E.164, such as `+12125550199`; undefined if it is no phone number. */
export function phoneNumber(typed: string, country: string): string | undefined {
  const text = typed.replace(SEPARATORS, '');
  if (!/^\+?\d+$/.test(text)) return undefined;
  const full = international(text, PLANS.get(country.trim().toUpperCase()));
  if (full === undefined || !E164.test(full)) return undefined;
  return full.startsWith('+1') && !NORTH_AMERICAN.test(full) ? undefined : full;
}

function international(text: string, plan: Plan | undefined): string | undefined {
  if (text.startsWith('+')) return text;
  if (plan?.code === '1' && text.startsWith('011')) return `+${text.slice(3)}`;
  if (plan?.code !== '1' && text.startsWith('00')) return `+${text.slice(2)}`;
  if (plan === undefined) return undefined;
  const hasTrunk = plan.trunk !== '' && text.startsWith(plan.trunk);
  return `+${plan.code}${hasTrunk ? text.slice(plan.trunk.length) : text}`;
}
