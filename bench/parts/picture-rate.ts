import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const run = promisify(execFile)
const autocannon = createRequire(import.meta.url).resolve('autocannon')
const seconds = 4

export interface PictureRate {
  readonly perSecond: number
  /** CPU time of this process for each, in microseconds, with that of its threads. */
  readonly cpuUs: number
}

/**
 * Requests one picture of the server in this process over ten connections, from another process.
 * @throws when an answer does not have this status
 */
export async function pictureRate(
  url: string,
  headers: Readonly<Record<string, string>>,
  status: 200 | 304,
): Promise<PictureRate> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const from = process.cpuUsage()
  const { stdout } = await run(process.execPath, [autocannon, '-j', '-c', '10', '-d', `${seconds}`, ...given, url])
  const { user, system } = process.cpuUsage(from)
  const { requests, statusCodeStats, errors } = JSON.parse(stdout) as {
    readonly requests: { readonly average: number; readonly total: number }
    readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>
    readonly errors: number
  }
  if (errors > 0 || Object.keys(statusCodeStats).join() !== `${status}`)
    throw new Error(`${url}: ${errors} failed, ${JSON.stringify(statusCodeStats)}`)
  return { perSecond: Math.round(requests.average), cpuUs: Math.round((user + system) / requests.total) }
}
