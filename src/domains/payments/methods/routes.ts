import { resourceRoutes } from '../../../platform/http/resource.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staff } from '../../access/index.js';
import { presentPaymentMethod } from './present.js';
import { removePaymentMethod } from './remove-payment-method.js';
import { findPaymentMethod, paymentMethodsAfter } from './repository.js';
import { savePaymentMethod } from './save-payment-method.js';
import { PaymentMethodAnswer, PaymentMethodBody, PaymentMethodRef } from './schemas.js';

export function routes(app: App, platform: Platform): void {
  resourceRoutes(app, platform, {
    path: '/payment-methods/',
    tag: 'Payment methods',
    noun: 'Payment method',
    id: PaymentMethodRef,
    read: staff('payment.read'),
    write: office('store.manage'),
    body: PaymentMethodBody,
    answer: PaymentMethodAnswer,
    list: paymentMethodsAfter,
    keyOf: method => method.code,
    find: findPaymentMethod,
    save: savePaymentMethod,
    remove: removePaymentMethod,
    present: presentPaymentMethod,
  });
}
