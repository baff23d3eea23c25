import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { systemNotification } from './events.js';
export { type Hours, isPickupTime, localTime } from './hours.js';
export {
  allStores,
  dropStores,
  type ListedStore,
  listedStore,
  storeForSelling,
} from './list-stores.js';
export {
  removeMailTemplate,
  saveMailTemplate,
  writeMailTemplates,
} from './mail-template-repository.js';
export { openStore } from './open-store.js';
export type { ShippingRate } from './present.js';
export { resolveScope, resolveStore } from './references.js';
export { rememberedStore } from './remembered-store.js';
export {
  findStore,
  lockedStores,
  type Store,
  type StoreTax,
  type StoreWithTaxes,
  storesById,
} from './repository.js';
export {
  CASH_ROUNDINGS,
  type CashRounding,
  mailTemplates,
  type SellingStore,
  storeHours,
  storeLanguage,
  TAX_SOURCINGS,
  type TipSettings,
} from './rules.js';
export { type StoreChange, saveStore } from './save-store.js';
export {
  OpeningHours,
  SpecialDays,
  StoreParams,
  StoreTaxBody,
} from './schemas.js';
export {
  REFUSALS,
  SECTIONS,
  type SectionCopy,
  type SectionName,
  type SectionPlan,
  type StoreSection,
} from './sections/section.js';
export { FIELD_SECTIONS } from './sections/store-fields.js';
export { type NewZone, openZones } from './shipping/open-zones.js';
export {
  countriesWithRegions,
  hasNeededRegion,
  lowestZonePrice,
  ratesForParcel,
  zoneFor,
} from './shipping/rules.js';
export { SHIPPING_SECTION } from './shipping/section.js';
export { saveSite } from './sites/save-site.js';
export { storeAddressLines } from './store-address.js';
export { countriesTaxedByRegion, hasTaxRegion, taxesAt } from './taxes/destination-taxes.js';
export { saveJurisdiction } from './taxes/save-jurisdiction.js';
export { presentTerminal } from './terminals/present.js';
export { refuseForeignReader } from './terminals/refuse-foreign-reader.js';
export {
  insertTerminal,
  lockTerminal,
  registerTerminal,
  type Terminal,
  terminalById,
  updateTerminal,
} from './terminals/repository.js';
export { TerminalAnswer, TerminalParams } from './terminals/schemas.js';
export { type TillStore, tillStore } from './till-store.js';

export const stores: Domain = { name: 'stores', routes: { office: routes } };
