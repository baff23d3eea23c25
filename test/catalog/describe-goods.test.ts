import { expect, it } from 'vitest';
import { describeGoods } from '../../src/domains/catalog/describe-goods.js';

it.each([
  ['Black Tee', 'Size L', 'Black Tee, Size L'],
  ['White Mug', '', 'White Mug'],
  ['White Mug', '   ', 'White Mug'],
  ['', 'Size L', 'Size L'],
  ['', '', ''],
  // The only variant of a product, as other shop systems name it.
  ['White Mug', 'Default', 'White Mug'],
  ['White Mug', 'default title', 'White Mug'],
  // The same name twice, whatever its case, spaces and punctuation.
  ['Black Tee', 'Black Tee', 'Black Tee'],
  ['Black Tee', ' black  tee', 'Black Tee'],
  ['Black-Tee', 'BLACK TEE', 'Black-Tee'],
  // One name contains the other.
  ['Black Tee', 'Black Tee, Size L', 'Black Tee, Size L'],
  ['Tee', 'Black Tee L', 'Black Tee L'],
  ['House Beans 1 kg', '1 kg', 'House Beans 1 kg'],
  ['Black Tee', 'Black', 'Black Tee'],
  // Whole words only: "Tee" is no part of "Teeth", and a short size is never dropped.
  ['Tee', 'Teeth Whitener', 'Tee, Teeth Whitener'],
  ['Blackboard', 'Black', 'Blackboard, Black'],
  ['Model S Poster', 'S', 'Model S Poster, S'],
  ['Vitamin C', 'C', 'Vitamin C, C'],
  ['緑茶', '大', '緑茶, 大'],
  ['Größe', 'Grün', 'Größe, Grün'],
  ['★', '☆', '★, ☆'],
])('"%s" and "%s" are described as "%s"', (product_name, variant_name, description) => {
  expect(describeGoods({ product_name, variant_name })).toBe(description);
});
