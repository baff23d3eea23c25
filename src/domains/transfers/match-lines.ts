import type { Reader } from '../../platform/database/tx.js';
import { type FieldErrors, refuseFields } from '../../platform/http/failure.js';
import type { Unit } from '../../platform/quantity.js';
import { stepsOfField, variantsOfRefs } from '../inventory/index.js';
import type { Line } from './repository.js';

type Sent = { variant_id?: string; sku?: string; quantity: number | string };

export type Matched<Input extends Sent> = {
  index: number;
  input: Input;
  variantId: string;
  unit: Unit;
  /** Undefined for goods that are not part of the transfer. */
  line: Line | undefined;
  /** In steps of the unit. */
  quantity: number;
};

/** Matches the lines of a request to those of a transfer; they must name each of them once. */
export async function matchLines<Input extends Sent>(
  reader: Reader,
  lines: readonly Line[],
  inputs: readonly Input[],
): Promise<Matched<Input>[]> {
  const variants = await variantsOfRefs(reader, inputs, index => `lines.${index}.`);
  const ids = variants.map(({ id }) => id);
  const fields: FieldErrors = {};
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) fields[`lines.${index}`] = ['This variant is listed twice.'];
  });
  const left = lines.filter(line => !ids.includes(line.variant_id)).map(({ sku }) => sku);
  if (left.length > 0)
    fields.lines = [`Every line is needed; these are missing: ${left.join(', ')}.`];
  refuseFields(fields);
  return inputs.map((input, index) => {
    const { id: variantId = '', unit = 'piece' } = variants[index] ?? {};
    return {
      index,
      input,
      variantId,
      unit,
      line: lines.find(line => line.variant_id === variantId),
      quantity: stepsOfField(`lines.${index}.quantity`, input.quantity, unit),
    };
  });
}
