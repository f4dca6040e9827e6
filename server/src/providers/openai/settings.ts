import * as z from 'zod'
import type { ConciergeLimits } from '#modules/concierge/index.ts'
import { ConfigError } from '#platform/config.ts'
import {
  type ConnectionSettings,
  type Environment,
  mapConnections,
  readConnections,
} from '#platform/database/connection-settings.ts'
import { isLoopback } from '#platform/process/loopback.ts'

export interface ChatCompletionsOptions {
  /** Base of the API, as in https://api.example.com/v1. */
  readonly url: string
  readonly key: string
  readonly model: string
}

const variables = {
  CONCIERGE_URL: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
  CONCIERGE_KEY: z.string().min(1),
  CONCIERGE_MODEL: z.string().min(1),
}

/** Questions in 24 hours, of one member and of all together. */
const limitVariables = {
  CONCIERGE_QUESTIONS_PER_MEMBER: 20,
  CONCIERGE_QUESTIONS_IN_ALL: 2000,
} as const

/** @throws ConfigError naming the variable at fault. */
export function readConciergeLimits(env: Environment): ConciergeLimits {
  const read = (name: keyof typeof limitVariables): number => {
    const value = env[name] || String(limitVariables[name])
    if (!/^[1-9]\d{0,6}$/.test(value)) throw new ConfigError(`${name}: must be a whole number from 1 to 9999999`)
    return Number(value)
  }
  return { perMember: read('CONCIERGE_QUESTIONS_PER_MEMBER'), inAll: read('CONCIERGE_QUESTIONS_IN_ALL') }
}

/**
 * The language model of the concierge, all or none; `NAME__BRAND` gives a brand another one.
 * @throws ConfigError naming the variable at fault.
 */
export function readChatCompletionsSettings(
  env: Environment,
  mode: 'demo' | 'production',
): ConnectionSettings<ChatCompletionsOptions> {
  const { shared, brands, variables: read } = readConnections(env, 'the concierge', variables)
  // Members’ questions must not cross a network in clear text.
  for (const [name, value] of read)
    if (name.startsWith('CONCIERGE_URL') && mode === 'production') {
      const { protocol, hostname } = new URL(value)
      if (protocol === 'http:' && !isLoopback(hostname)) throw new ConfigError(`${name}: must begin with https://`)
    }
  const toOptions = (values: NonNullable<typeof shared>): ChatCompletionsOptions => ({
    url: values.CONCIERGE_URL.replace(/\/+$/, ''),
    key: values.CONCIERGE_KEY,
    model: values.CONCIERGE_MODEL,
  })
  return mapConnections({ shared, brands, variables: read }, toOptions)
}
