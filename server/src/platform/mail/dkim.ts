import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from '#platform/config-error.ts'
import type { Dkim } from './mail.ts'

/** Shorter keys are refused by mail servers (RFC 8301). */
const leastBits = 1024

/** Reads the key with which mails are signed. @throws ConfigError: with a key that does not sign, mails would leave unsigned */
export function readDkim({ selector, keyFile }: { readonly selector: string; readonly keyFile: string }): Dkim {
  let privateKey: string
  try {
    privateKey = readFileSync(keyFile, 'utf8')
  } catch (error) {
    throw new ConfigError(`MAIL_DKIM_KEY_FILE: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
  if (bitsOf(privateKey) < leastBits)
    throw new ConfigError(
      'MAIL_DKIM_KEY_FILE: must hold an RSA key in PEM, as `openssl genrsa -out dkim.pem 2048` makes one',
    )
  return { selector, privateKey }
}

function bitsOf(pem: string): number {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  } catch {
    // It is no key.
    return 0
  }
}
