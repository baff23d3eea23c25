import type { Domain } from '../domain.js';
import { routes } from './routes.js';

export { countriesTaxedByRegion, hasTaxRegion, taxesAt } from './destination-taxes.js';
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
export { presentTerminal, type ShippingRate } from './present.js';
export { resolveScope, resolveStore } from './references.js';
export { refuseForeignReader } from './refuse-foreign-reader.js';
export { rememberedStore } from './remembered-store.js';
export {
  findStore,
  insertTerminal,
  lockedStores,
  lockTerminal,
  registerTerminal,
  type Store,
  type StoreTax,
  type StoreWithTaxes,
  storesById,
  type Terminal,
  terminalById,
  updateTerminal,
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
export { saveJurisdiction } from './save-jurisdiction.js';
export { saveSite } from './save-site.js';
export { type StoreChange, saveStore } from './save-store.js';
export {
  OpeningHours,
  SpecialDays,
  StoreParams,
  StoreTaxBody,
  TerminalAnswer,
  TerminalParams,
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
export { storeAddressLines } from './store-address.js';
export { type TillStore, tillStore } from './till-store.js';

export const stores: Domain = { name: 'stores', routes: { office: routes } };
