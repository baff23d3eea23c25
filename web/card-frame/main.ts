import {
  asMessage,
  type FromCardFrame,
  readMessage,
  type ToCardFrame,
} from '../shared/card-frame.js';
import './frame.css';
import { expiryIn, isTestNumber, TEST_NUMBERS } from './test-cards.js';
import { type Key, texts } from './texts.js';

const FIELDS = ['number', 'expiry', 'cvc'] as const;
type Field = (typeof FIELDS)[number];

let language: keyof typeof texts = 'en';
const errors: Partial<Record<Field, Key>> = {};

function element<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

const input = (field: Field) => element<HTMLInputElement>(`#${field}`);
const send = (message: FromCardFrame): void =>
  parent.postMessage(asMessage(message), location.origin);

function show(): void {
  const text = texts[language];
  document.documentElement.lang = language;
  document.title = text.title;
  for (const field of FIELDS) {
    const error = errors[field];
    element(`label[for=${field}]`).textContent = text[field];
    element(`#${field}-error`).textContent = error === undefined ? '' : text[error];
    input(field).setAttribute('aria-invalid', String(error !== undefined));
  }
  send({ kind: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) });
}

function refuse(found: Partial<Record<Field, Key>>): void {
  Object.assign(errors, found);
  show();
  const first = FIELDS.find(field => found[field] !== undefined);
  if (first !== undefined) input(first).focus();
  send({ kind: 'refused' });
}

function clearErrors(): void {
  for (const field of FIELDS) delete errors[field];
}

type Reply = { token?: string; last_four?: string; brand?: string; details?: object };

async function tokenize(): Promise<void> {
  clearErrors();
  const card_number = input('number').value;
  const expiry = expiryIn(input('expiry').value);
  const isNumber = isTestNumber(card_number);
  const isCvc = /^\d{3,4}$/.test(input('cvc').value.trim());
  if (!isNumber || expiry === undefined || !isCvc) {
    return refuse({
      ...(!isNumber && { number: 'wrongNumber' }),
      ...(expiry === undefined && { expiry: 'wrongExpiry' }),
      ...(!isCvc && { cvc: 'wrongCvc' }),
    });
  }
  try {
    const response = await fetch('/sandbox/card-tokens/', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card_number, ...expiry }),
    });
    const { token, last_four: lastFour, brand, details = {} }: Reply = await response.json();
    if (token !== undefined && lastFour !== undefined && brand !== undefined) {
      show();
      return send({ kind: 'token', token, lastFour, brand });
    }
    if ('exp_month' in details) return refuse({ expiry: 'expired' });
    return refuse({ number: 'card_number' in details ? 'wrongNumber' : 'unreachable' });
  } catch {
    return refuse({ number: 'unreachable' });
  }
}

function fill(token: string): void {
  input('number').value = TEST_NUMBERS.get(token) ?? '';
  input('expiry').value = '12/34';
  input('cvc').value = '123';
  clearErrors();
  show();
}

addEventListener('message', event => {
  if (event.source !== parent || event.origin !== location.origin) return;
  const message = readMessage<ToCardFrame>(event.data);
  if (message?.kind === 'fill') fill(message.token);
  if (message?.kind === 'tokenize') void tokenize();
  if (message?.kind === 'look') {
    language = message.language;
    document.documentElement.dataset.scheme = message.scheme;
    show();
  }
});
const form = element<HTMLFormElement>('form');
form.addEventListener('input', () => send({ kind: 'edited' }));
form.addEventListener('submit', event => event.preventDefault());
new ResizeObserver(show).observe(form);
send({ kind: 'ready' });
