import type { Domain } from '../domain.js';
import { blockRoutes } from './block-routes.js';
import { cleanUp, cleanUpDaily } from './clean-up.js';
import { loginCodeRoutes } from './login-codes/routes.js';
import { oidcRoutes } from './oidc/routes.js';
import { ownRoleRoutes } from './own-role-routes.js';
import { pairingRoutes } from './pairing-routes.js';
import { passkeyRoutes } from './passkeys/routes.js';
import { passwordRoutes } from './password-routes.js';
import { authRoutes, registrationRoutes, tillRoutes } from './routes.js';
import { sessionRoutes } from './session-routes.js';
import { setupRoutes } from './setup-routes.js';
import { totpRoutes } from './totp/routes.js';
import { userRoutes } from './user-routes.js';
import { viewRoutes } from './view-routes.js';

export { type MailPlace, placeOfAccount } from './account-store.js';
export { type Address, addressById, addressesOf } from './address-repository.js';
export { authenticateToken, createAuthenticate } from './authenticate.js';
export { countBlocks } from './block-repository.js';
export { buyerOf } from './buyer.js';
export { changeOwnPassword } from './change-own-password.js';
export { checkOwnPassword } from './check-own-password.js';
export { checkPin } from './check-pin.js';
export { checkWithinLimits, subjectName } from './check-within-limits.js';
export { ENDED_LOGINS } from './clean-up.js';
export { clientHash } from './client-hash.js';
export { readSessionCookie, setSessionCookie } from './cookie.js';
export { createAdmin, type NewAdmin } from './create-admin.js';
export { customerMail, mailHashes } from './customer-mail.js';
export {
  buyerById,
  customerWith,
  lockContacts,
  lockCustomers,
} from './customer-repository.js';
export {
  type FoundCustomer,
  listCustomers,
  type SearchKey,
  searchCustomers,
} from './customer-search-repository.js';
export { deviceName } from './device-name.js';
export { languageOf } from './device-repository.js';
export { createRecognizeDevice } from './device-token.js';
export { customerLoggedIn, userSaved } from './events.js';
export { failureBlockOf } from './failure-block.js';
export { deleteGuests, pastSessions, staleGuests } from './guest-repository.js';
export {
  GUEST_VISIT_MS,
  newGuest,
  renewVisit,
} from './guest-session.js';
export { createHasher, hashToken } from './hashing.js';
export { invitedAddress, presentInvitation } from './invitation-rules.js';
export { languageAsked } from './language.js';
export { limitSender, refuseTooManyMails } from './limit-mails.js';
export { mailConsentOf, setMailConsent, withdrawMailConsent } from './mail-consent.js';
export { makePairingCode } from './make-pairing-code.js';
export { makeSetupLink } from './make-setup-link.js';
export { deletePairingCodes, type PairedDevice, pairedDevicesOf } from './pairing-repository.js';
export { newPairingCode } from './pairing-rules.js';
export { phoneNumber } from './phone-rules.js';
export {
  erasePeople,
  eraseVisits,
  idleCustomers,
  knownAs,
  mergeRows,
  moveBelongings,
} from './privacy-repository.js';
export { removeAddress } from './remove-address.js';
export {
  emailOf,
  lockUser,
  setPoints,
  type User,
  userByEmail,
  userByEmployeeRef,
  userById,
  usersById,
} from './repository.js';
export {
  ownOrigins,
  resolveWebSession,
  sentCartToken,
  type WebSession,
} from './resolve-web-session.js';
export { fullName, worksAt } from './rules.js';
export { saveAddress } from './save-address.js';
export { saveUser, type UserChange } from './save-user.js';
export { InvitationAnswer } from './schemas.js';
export { limitInvitations, sendInvitation } from './send-invitation.js';
export { isGuestVisit, wasLoggedInAt } from './session-repository.js';
export {
  type EndReason,
  endSessionsWhere,
  SESSIONS_CHANNEL,
  type SessionsMessage,
} from './sessions.js';
export { unpairDevices } from './unpair-devices.js';
export { visitRefOf } from './visit-ref.js';
export { liveVisitSql, perVisitRef, type VisitRef } from './visit-repository.js';
export { optionalVisit, visitOrLogin, visitSecurity } from './visit-security.js';

export const people: Domain = {
  name: 'people',
  routes: {
    office: (app, platform) => {
      authRoutes(app, platform);
      sessionRoutes(app, platform);
      loginCodeRoutes(app, platform);
      oidcRoutes(app, platform);
      passkeyRoutes(app, platform);
      totpRoutes(app, platform);
      passwordRoutes(app, platform);
      registrationRoutes(app, platform);
      userRoutes(app, platform);
      ownRoleRoutes(app, platform);
      blockRoutes(app, platform);
      setupRoutes(app, platform);
      viewRoutes(app, platform);
    },
    till: (app, platform) => {
      tillRoutes(app, platform);
      pairingRoutes(app, platform);
    },
  },
  jobs: [cleanUp],
  schedules: [cleanUpDaily],
};
