import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_KEY = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const encode = (data: Buffer | Uint8Array | string): string =>
  Buffer.from(data as Buffer).toString('base64url');

export type Signing = {
  origin: string;
  rpId: string;
  challenge: string;
  counter?: number;
  /** Whether the device checked its owner by finger, face or PIN. */
  isVerified?: boolean;
};

/** A passkey of a device, in software: it makes and signs what a browser would send. */
export class Authenticator {
  readonly id = encode(randomBytes(16));
  readonly #key: KeyObject;
  readonly #publicKey: Uint8Array;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: key type EC2, algorithm ES256, curve P-256 and the point.
    this.#publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  /** `RegistrationResponseJSON` */
  register(signing: Signing) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      head(signing, FLAG_KEY),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', signing),
      attestationObject: encode(attestation),
      transports: ['internal'],
    });
  }

  /** `AuthenticationResponseJSON` */
  logIn(signing: Signing) {
    const clientDataJSON = clientData('webauthn.get', signing);
    const authData = head(signing, 0);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.#answer({
      clientDataJSON,
      authenticatorData: encode(authData),
      signature: encode(sign('sha256', signed, this.#key)),
    });
  }

  #answer<Response>(response: Response) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response,
    };
  }
}

function head({ rpId, counter = 0, isVerified = true }: Signing, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const all = flags | FLAG_PRESENT | (isVerified ? FLAG_VERIFIED : 0);
  return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
}

const clientData = (type: string, { origin, challenge }: Signing): string =>
  encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
