import { once } from 'node:events'
import { connect } from 'node:net'
import type { Context } from '#src/context.ts'
import { assertNoSamples } from '#modules/demo/index.ts'
import { isSampleStaff } from '#modules/staff/index.ts'
import { ConfigError, type Config } from '#platform/config.ts'
import { isLoopback } from '#platform/process/loopback.ts'

const greetingMs = 5000

/** Refuses what a real installation must not have. @throws with one sentence for the operator */
export async function assertFitForProduction(context: Context): Promise<void> {
  const made = context.brands.list.filter((brand) => brand.company.sampleData)
  if (made.length > 0)
    throw new Error(
      `brands/${made[0]?.key}/brand.json: company.sampleData is set; put the real company in or take the brand out before serving`,
    )
  await assertNoSamples(context.database.db)
  const staff = await context.database.db.selectFrom('staff').select('email').where('state', '<>', 'left').execute()
  if (staff.some(({ email }) => isSampleStaff(email)))
    throw new Error('the database has the sample staff of a demo, whose password everyone knows: use another database')
  if (!context.console && staff.length > 0)
    throw new Error('CONSOLE_HOST: is missing; staff have accounts, and the console needs a host of its own')
}

/**
 * Checks that a mail relay on this machine is not the sandbox's inbox, which delivers nothing. One that does not answer
 * is accepted: mails are retried.
 * @throws ConfigError
 */
export async function assertMailIsDelivered({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> {
  const { hostname, port, protocol } = new URL(smtpUrl)
  // The sandbox supports no TLS.
  if (!isLoopback(hostname) || protocol !== 'smtp:') return
  if (/incontro sandbox/i.test(await greetingOf(hostname.replace(/^\[|\]$/g, ''), Number(port || 25))))
    throw new ConfigError('SMTP_URL: is the inbox of the sandbox, which delivers nothing; name a mail relay')
}

async function greetingOf(host: string, port: number): Promise<string> {
  const socket = connect({ host, port })
  try {
    const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(greetingMs) })
    return String(greeting)
  } catch {
    // What does not greet in time is not the sandbox; sending the first mail finds out what else is wrong with it.
    return ''
  } finally {
    socket.destroy()
  }
}
