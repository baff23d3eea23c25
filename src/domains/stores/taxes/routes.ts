import { resourceRoutes } from '../../../platform/http/resource.js';
import { Type, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staff } from '../../access/index.js';
import { dropStores } from '../list-stores.js';
import { jurisdictionById, listJurisdictions } from './jurisdiction-repository.js';
import { presentJurisdiction, presentTaxClass, presentTaxRate } from './present.js';
import { listTaxClasses, listTaxRates, taxClassByCode, taxRateById } from './rate-repository.js';
import { removeJurisdiction, removeTaxClass, removeTaxRate } from './remove.js';
import { saveJurisdiction } from './save-jurisdiction.js';
import { saveTaxClass } from './save-tax-class.js';
import { saveTaxRate } from './save-tax-rate.js';
import {
  JurisdictionAnswer,
  JurisdictionBody,
  TaxClassAnswer,
  TaxClassBody,
  TaxRateAnswer,
  TaxRateBody,
} from './schemas.js';

export function taxRoutes(app: App, platform: Platform): void {
  resourceRoutes(app, platform, {
    path: '/tax-jurisdictions/',
    tag: 'Tax jurisdictions',
    noun: 'Tax jurisdiction',
    id: Uuid,
    read: staff('store.read'),
    write: office('store.manage'),
    body: JurisdictionBody,
    answer: JurisdictionAnswer,
    list: listJurisdictions,
    keyOf: jurisdiction => jurisdiction.code,
    find: jurisdictionById,
    save: saveJurisdiction,
    remove: removeJurisdiction,
    present: presentJurisdiction,
    changed: dropStores,
  });
  resourceRoutes(app, platform, {
    path: '/tax-classes/',
    tag: 'Tax classes',
    noun: 'Tax class',
    id: Type.String({ minLength: 1, maxLength: 50, description: 'Code' }),
    read: staff('store.read'),
    write: office('store.manage'),
    body: TaxClassBody,
    answer: TaxClassAnswer,
    list: listTaxClasses,
    keyOf: taxClass => taxClass.code,
    find: taxClassByCode,
    save: saveTaxClass,
    remove: removeTaxClass,
    present: presentTaxClass,
  });
  resourceRoutes(app, platform, {
    path: '/tax-rates/',
    tag: 'Tax rates',
    noun: 'Tax rate',
    id: Uuid,
    read: staff('store.read'),
    write: office('store.manage'),
    body: TaxRateBody,
    answer: TaxRateAnswer,
    list: listTaxRates,
    keyOf: rate => rate.id,
    find: taxRateById,
    save: saveTaxRate,
    remove: removeTaxRate,
    present: presentTaxRate,
    changed: dropStores,
  });
}
