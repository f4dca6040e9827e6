import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits without a time limit until the server is ready; the first start loads the demo data, which takes long.
 * @param {{ host: string, port: number, signal: AbortSignal }} options
 * @returns {Promise<boolean>} false when aborted
 */
export async function becomesReady({ host, port, signal }) {
  const reach = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  while (!signal.aborted) {
    if (await isReady(reach, port)) return true
    await sleep(50)
  }
  return false
}

/** @param {string} host @param {number} port @returns {Promise<boolean>} */
function isReady(host, port) {
  return new Promise((resolve) => {
    const request = get(
      { host, port, path: '/readyz', headers: { host: `localhost:${port}` }, timeout: 2000, agent: false },
      (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      },
    )
    request.once('timeout', () => request.destroy())
    // The server does not listen yet.
    request.once('error', () => resolve(false))
  })
}
