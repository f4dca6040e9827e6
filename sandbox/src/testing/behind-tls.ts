import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns false and prints a warning if openssl, which creates the certificate, is not installed. */
export function canMakeCertificates(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    // The only possible cause is that the program is not installed.
    console.warn('Clients that insist on https are not tried: no openssl')
    return false
  }
}

/** The same server over https, for clients that require it, with a certificate valid for a day. */
export async function behindTls(origin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...name], { stdio: 'ignore' })
  const identity = { key: readFileSync(key), cert: readFileSync(cert) }
  const { hostname, port, host } = new URL(origin)
  const server = createServer(identity, (incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    incoming.pipe(
      request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }),
    )
  })
  rmSync(folder, { recursive: true })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
