import { createSecureContext } from 'node:tls'
import * as z from 'zod'
import { ConfigError } from '#platform/config.ts'
import {
  mapConnections,
  readConnections,
  type ConnectionSettings,
  type Environment,
} from '#platform/database/connection-settings.ts'
import type { ApplePayOptions } from './options.ts'

const url = z.url({ protocol: /^https?$/, error: 'must be a web address' })
/** In one line a line end is written `\n`. */
const pem = z
  .string()
  .min(1)
  .transform((text) => text.replaceAll('\\n', '\n'))

const variables = {
  APPLEPAY_SCRIPT_URL: url,
  APPLEPAY_MERCHANT_ID: z.string().regex(/^merchant\.[\w.-]{1,200}$/, 'must begin with “merchant.”'),
  APPLEPAY_CERTIFICATE: pem,
  APPLEPAY_KEY: pem,
}

/** @throws ConfigError naming the variable at fault. */
export function readApplePaySettings(env: Environment): ConnectionSettings<ApplePayOptions> {
  const gatewayOrigin = readGateway(env['APPLEPAY_GATEWAY_URL'])
  const read = readConnections(env, 'Apple Pay', variables)
  const settings = mapConnections(read, (values): ApplePayOptions => {
    const { APPLEPAY_CERTIFICATE: certificate, APPLEPAY_KEY: key } = values
    if (!gatewayOrigin?.startsWith('http:')) mustFit(certificate, key)
    return {
      scriptUrl: values.APPLEPAY_SCRIPT_URL,
      merchantId: values.APPLEPAY_MERCHANT_ID,
      certificate,
      key,
      gatewayOrigin,
    }
  })
  return gatewayOrigin === null
    ? settings
    : { ...settings, variables: new Map([...settings.variables, ['APPLEPAY_GATEWAY_URL', gatewayOrigin]]) }
}

function readGateway(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (!url.safeParse(text).success) throw new ConfigError('APPLEPAY_GATEWAY_URL: must be a web address')
  return new URL(text).origin
}

function mustFit(cert: string, key: string): void {
  try {
    createSecureContext({ cert, key })
  } catch {
    throw new ConfigError('APPLEPAY_CERTIFICATE: is no certificate in PEM that APPLEPAY_KEY belongs to')
  }
}
