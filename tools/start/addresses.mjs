import { connect, createServer } from 'node:net'
import { Failure } from '../support/failure.mjs'
import { answers } from '../postgres/pidfile.mjs'

/**
 * @param {string} variable the name of the port's setting @param {number} port @param {string} host
 * @throws {Failure} when the port cannot be listened on
 */
export async function requireFree(variable, port, host) {
  const code = await tryListening(port, host)
  if (code === undefined) return
  if (code === 'EADDRINUSE')
    throw new Failure(
      `${variable}: port ${port} is taken by another program; stop it, or set ${variable} to another port.`,
    )
  if (code === 'EACCES')
    throw new Failure(`${variable}: this user may not listen on port ${port}; choose one above 1023.`)
  throw new Failure(`HOST: "${host}" is not an address of this machine.`)
}

/**
 * @param {number} port @param {string} host
 * @returns {Promise<string | undefined>} the system's error code, undefined on success
 */
async function tryListening(port, host) {
  if (host !== 'localhost') return listenOnce(port, host)
  const [four, six] = [await listenOnce(port, '127.0.0.1'), await listenOnce(port, '::1')]
  // A machine without IPv6 is fine.
  return four ?? (six === 'EADDRNOTAVAIL' || six === 'EAFNOSUPPORT' ? undefined : six)
}

/** @param {number} port @param {string} host @returns {Promise<string | undefined>} */
function listenOnce(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? 'unknown'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/**
 * Requires that a PostgreSQL answers. The server checks the password and the database itself.
 * @param {string | undefined} url
 * @throws {Failure} when there is no answer
 */
export async function requirePostgres(url) {
  await requireAnswering('DATABASE_URL', url, 5432)
  const { hostname, port } = new URL(url ?? 'postgres:///')
  if (hostname === '') return
  const host = hostname.replace(/^\[|\]$/g, '')
  if (await answers(Number(port) || 5432, 4000, host)) return
  throw new Failure(`DATABASE_URL: ${host}:${port || 5432} accepts connections and does not answer as PostgreSQL does.`)
}

/**
 * @param {string} variable @param {string | undefined} url @param {number} usualPort
 * @throws {Failure} when nothing listens at the address
 */
export async function requireAnswering(variable, url, usualPort) {
  if (url === undefined) return
  const { hostname, port } = new URL(url)
  // Without a host, the URL names a socket file, which the client finds itself.
  if (hostname === '') return
  const where = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usualPort }
  if (!(await connects(where))) throw new Failure(`${variable}: nothing answers at ${where.host}:${where.port}.`)
}

/** @param {{ host: string, port: number }} where @returns {Promise<boolean>} */
function connects(where) {
  return new Promise((resolve) => {
    const socket = connect(where)
    const finish = (/** @type {boolean} */ yes) => {
      socket.destroy()
      resolve(yes)
    }
    socket.setTimeout(5000, () => finish(false))
    // The reason does not matter: there is no connection.
    socket.once('error', () => finish(false))
    socket.once('connect', () => finish(true))
  })
}
