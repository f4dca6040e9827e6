import * as z from 'zod'
import { ConfigError } from '#platform/config.ts'
import {
  type ConnectionSettings,
  type Environment,
  mapConnections,
  readConnections,
} from '#platform/database/connection-settings.ts'

export interface TelegramOptions {
  readonly token: string
  /** Without a slash at the end. */
  readonly apiUrl: string
  /** Where a person opens a bot: its name follows. */
  readonly appUrl: string
}

const variables = {
  TELEGRAM_BOT_TOKEN: z.string().regex(/^\d{5,20}:[A-Za-z0-9_-]{30,64}$/, 'must be the token that @BotFather gave'),
}

const standIns = ['TELEGRAM_API_URL', 'TELEGRAM_APP_URL'] as const

/**
 * The bot of each brand that has one (`TELEGRAM_BOT_TOKEN__BRAND`); a chat belongs to one brand, so no two share a bot.
 * @throws ConfigError naming the variable at fault
 */
export function readTelegramSettings(
  env: Environment,
  mode: 'demo' | 'production',
): ConnectionSettings<TelegramOptions> {
  const settings = readConnections(env, 'Telegram', variables)
  if (settings.shared !== undefined)
    throw new ConfigError('TELEGRAM_BOT_TOKEN: belongs to one brand; name it, as in TELEGRAM_BOT_TOKEN__DOLCE_LUNA')
  const names = [...settings.variables.keys()]
  const same = names.find((name, index) =>
    names.slice(0, index).some((other) => settings.variables.get(other) === settings.variables.get(name)),
  )
  if (same !== undefined) throw new ConfigError(`${same}: is another brand’s, and each brand needs a bot of its own`)
  const standIn = standIns.find((name) => env[name])
  if (standIn !== undefined && mode === 'production')
    throw new ConfigError(`${standIn}: is for the demo only, members’ chats are at api.telegram.org`)
  const [apiUrl, appUrl] = [env['TELEGRAM_API_URL'], env['TELEGRAM_APP_URL']]
  return mapConnections(settings, ({ TELEGRAM_BOT_TOKEN: token }) => ({
    token,
    apiUrl: apiUrl || 'https://api.telegram.org',
    appUrl: appUrl || 'https://t.me',
  }))
}
