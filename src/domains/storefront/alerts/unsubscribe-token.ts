import { createSeal, type SecretKeys } from '../../../platform/seal.js';

const seal = (secrets: SecretKeys) => createSeal(secrets, 'mail-unsubscribe');

/** The token of the link that ends mails to this address. Nothing is stored. */
export const unsubscribeToken = (secrets: SecretKeys, email: string): string =>
  seal(secrets).close(email).toString('base64url');

/** The address of a token that the service made, else undefined. */
export function addressOfToken(secrets: SecretKeys, token: string): string | undefined {
  try {
    return seal(secrets).open(Buffer.from(token, 'base64url'));
  } catch {
    // The token is forged, or its key is no longer configured.
    return undefined;
  }
}

/** The token is in the fragment of the address, which browsers do not send: no log contains it. */
export const unsubscribeUrl = ({ publicUrl }: { publicUrl: string }, token: string): string =>
  `${publicUrl}/app/shop/unsubscribe#${token}`;
