import { isoCBOR } from '@simplewebauthn/server/helpers'
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** A minimal authenticator whose responses tests can manipulate. */
export interface SoftPasskey {
  readonly id: Buffer
  readonly key: KeyObject
  readonly rpId: string
  readonly userHandle: string
  /** Signature counter; stays 0 for an authenticator that does not count. */
  counter: number
}

/** Overrides for parts of a response. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  readonly verified?: boolean
  readonly present?: boolean
  readonly synced?: boolean
  readonly counter?: number
  readonly userHandle?: string | undefined
  readonly id?: Buffer
  readonly key?: KeyObject
  readonly aaguid?: string
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function authenticatorData(
  rpId: string,
  counter: number,
  { verified = true, present = true, synced = true }: Lies,
  attested?: Buffer,
): Buffer {
  const flags = (present ? 0x01 : 0) | (verified ? 0x04 : 0) | (synced ? 0x18 : 0) | (attested ? 0x40 : 0)
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags, 0)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), tail, ...(attested ? [attested] : [])])
}

function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  )
}

/** Makes a passkey (ES256, attestation "none") and the answer `navigator.credentials.create` would give. */
export function createPasskey(options: CreationOptions, origin: string, lies: Lies = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const passkey: SoftPasskey = {
    id: lies.id ?? randomBytes(20),
    key: privateKey,
    rpId: options.rp.id,
    userHandle: options.user.id,
    counter: lies.counter ?? 1,
  }
  const length = Buffer.alloc(2)
  length.writeUInt16BE(passkey.id.length)
  const attested = Buffer.concat([
    Buffer.from((lies.aaguid ?? '0'.repeat(32)).replaceAll('-', ''), 'hex'),
    length,
    passkey.id,
    coseKey(publicKey),
  ])
  const authData = authenticatorData(lies.rpId ?? options.rp.id, passkey.counter, lies, attested)
  const id = passkey.id.toString('base64url')
  const credential = {
    id,
    rawId: id,
    type: 'public-key' as const,
    authenticatorAttachment: 'platform' as const,
    clientExtensionResults: { credProps: { rk: true } },
    response: {
      clientDataJSON: clientData(
        lies.type ?? 'webauthn.create',
        lies.challenge ?? options.challenge,
        lies.origin ?? origin,
      ).toString('base64url'),
      attestationObject: Buffer.from(
        isoCBOR.encode(
          new Map<string, unknown>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', Uint8Array.from(authData)],
          ]) as never,
        ),
      ).toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  }
  return { passkey, credential }
}

/** The answer `navigator.credentials.get` would give. Counts, unless the passkey's counter is 0. */
export function usePasskey(passkey: SoftPasskey, options: RequestOptions, origin: string, lies: Lies = {}) {
  if (lies.counter === undefined && passkey.counter > 0) passkey.counter += 1
  const data = authenticatorData(lies.rpId ?? passkey.rpId, lies.counter ?? passkey.counter, lies)
  const client = clientData(lies.type ?? 'webauthn.get', lies.challenge ?? options.challenge, lies.origin ?? origin)
  const id = (lies.id ?? passkey.id).toString('base64url')
  const userHandle = 'userHandle' in lies ? lies.userHandle : passkey.userHandle
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    authenticatorAttachment: 'platform' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(client)]), lies.key ?? passkey.key).toString('base64url'),
      ...(userHandle === undefined ? {} : { userHandle }),
    },
  }
}
