import type { Domain } from '../domain.js';
import { blockRoutes } from './blocks/routes.js';
import { cleanUp, cleanUpDaily } from './clean-up.js';
import { loginCodeRoutes } from './login-codes/routes.js';
import { sessionRoutes } from './logins/session-routes.js';
import { oidcRoutes } from './oidc/routes.js';
import { ownRoleRoutes } from './own-roles/routes.js';
import { pairingRoutes } from './pairing/routes.js';
import { passkeyRoutes } from './passkeys/routes.js';
import { passwordRoutes } from './passwords/routes.js';
import { registrationRoutes } from './registration/routes.js';
import { authRoutes, tillRoutes } from './routes.js';
import { setupRoutes } from './setup/routes.js';
import { totpRoutes } from './totp/routes.js';
import { userRoutes } from './users/routes.js';
import { viewRoutes } from './views/routes.js';

export { type MailPlace, placeOfAccount } from './account-store.js';
export { removeAddress } from './addresses/remove-address.js';
export { type Address, addressById, addressesOf } from './addresses/repository.js';
export { saveAddress } from './addresses/save-address.js';
export { checkWithinLimits, subjectName } from './blocks/check-within-limits.js';
export { failureBlockOf, NOBODY } from './blocks/failure-block.js';
export { countBlocks } from './blocks/repository.js';
export { buyerOf } from './buyer.js';
export { ENDED_LOGINS } from './clean-up.js';
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
export { deviceName } from './devices/device-name.js';
export { createRecognizeDevice } from './devices/device-token.js';
export { languageOf } from './devices/repository.js';
export { customerLoggedIn, userSaved } from './events.js';
export { createHasher, hashToken } from './hashing.js';
export { invitedAddress, presentInvitation } from './invitations/rules.js';
export { limitInvitations, sendInvitation } from './invitations/send-invitation.js';
export { languageAsked } from './language.js';
export { limitSender, refuseTooManyMails } from './limit-mails.js';
export { authenticateToken, createAuthenticate } from './logins/authenticate.js';
export { checkPin } from './logins/check-pin.js';
export { clientHash } from './logins/client-hash.js';
export { readSessionCookie, setSessionCookie } from './logins/cookie.js';
export { isGuestVisit, wasLoggedInAt } from './logins/session-repository.js';
export {
  type EndReason,
  endSessionsWhere,
  SESSIONS_CHANNEL,
  type SessionsMessage,
} from './logins/sessions.js';
export { mailConsentOf, setMailConsent, withdrawMailConsent } from './mail-consent.js';
export { ERASED, type Known, type Mentions, mentionsOf } from './mentions.js';
export { makePairingCode } from './pairing/make-pairing-code.js';
export { deletePairingCodes, type PairedDevice, pairedDevicesOf } from './pairing/repository.js';
export { newPairingCode } from './pairing/rules.js';
export { unpairDevices } from './pairing/unpair-devices.js';
export { changeOwnPassword } from './passwords/change-own-password.js';
export { checkOwnPassword } from './passwords/check-own-password.js';
export { phoneNumber } from './phone-rules.js';
export {
  erasePeople,
  eraseVisits,
  idleCustomers,
  knownAs,
  knownTexts,
  mergeRows,
  moveBelongings,
} from './privacy-repository.js';
export { proofOfColleague } from './proofs/proof.js';
export { CurrentPassword } from './proofs/schemas.js';
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
export { fullName, worksAt } from './rules.js';
export { InvitationAnswer } from './schemas.js';
export { createAdmin, type NewAdmin } from './setup/create-admin.js';
export { makeSetupLink } from './setup/make-setup-link.js';
export { addUser, changeLogin, saveUser, type UserChange } from './users/save-user.js';
export { eraseViews } from './views/repository.js';
export { deleteGuests, pastSessions, staleGuests } from './visits/guest-repository.js';
export {
  GUEST_VISIT_MS,
  newGuest,
  renewVisit,
} from './visits/guest-session.js';
export { liveVisitSql, perVisitRef, type VisitRef } from './visits/repository.js';
export {
  resolveWebSession,
  sentCartToken,
  type WebSession,
} from './visits/resolve-web-session.js';
export { visitRefOf } from './visits/visit-ref.js';
export { cookieOnly, optionalVisit, visitOrLogin, visitSecurity } from './visits/visit-security.js';

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
