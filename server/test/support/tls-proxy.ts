import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

/* Certificates of tests, good for a hundred years and for nothing else. */

/** The authority that signed both certificates. */
export const authority = `-----BEGIN CERTIFICATE-----
MIIBmTCCAT6gAwIBAgITR3g8TvpHDKbuif7EDbeGUEdAwzAKBggqhkjOPQQDAjAh
MR8wHQYDVQQDDBZBdXRob3JpdHkgb2YgdGhlIHRlc3RzMCAXDTI2MTEyNzIwNDY0
M1oYDzIxMjYxMTAzMjA0NjQzWjAhMR8wHQYDVQQDDBZBdXRob3JpdHkgb2YgdGhl
IHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZkZK4tHkoafLUG6sqOvB
gc9oHQ6aNwbuclL/2kDQ9jS/u3m9XSstF/7KNpkUHVB2D4cJ1CzIeequb07m+93F
MKNTMFEwHQYDVR0OBBYEFN9kvkcD6peHoHWN/pj8GgwdDvMvMB8GA1UdIwQYMBaA
FN9kvkcD6peHoHWN/pj8GgwdDvMvMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0E
AwIDSQAwRgIhAJjaJXKKrRQDf4DYxnNFVK+k4MDyeyjYWbQl5sPHjbytAiEA2xvX
05jJwBUIRRDZUiIAykoxrPPvsv8R9OSLZTIZVZ8=
-----END CERTIFICATE-----`
export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkB8eMONAVFHTc9AN
V6Cqf37Rv0MUbb/aRcL6BaSTeC2hRANCAAQuBB9+T2nkaETBLd4M7F8FX/mv7X4/
hluvd6RC9PuWeZUZPJ7EcyG6tUQpG4WjyYaEvhnvS4QMiYASKRKvSVA+
-----END PRIVATE KEY-----`
export const certificates = {
  localhost: `-----BEGIN CERTIFICATE-----
MIIBkzCCATigAwIBAgIUKkbQDVHQQtN3tPCJdmKy+W3hsXcwCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWQXV0aG9yaXR5IG9mIHRoZSB0ZXN0czAgFw0yNjExMjcyMDQ2
NDNaGA8yMTI2MTEwMzIwNDY0M1owFTETMBEGA1UEAwwKZGIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABC4EH35PaeRoRMEt3gzsXwVf+a/tfj+GW693
pEL0+5Z5lRk8nsRzIbq1RCkbhaPJhoS+Ge9LhAyJgBIpEq9JUD6jWDBWMBQGA1Ud
EQQNMAuCCWxvY2FsaG9zdDAdBgNVHQ4EFgQUvjQ2zvLUDWKDRRMYoX9ExvN8Js4w
HwYDVR0jBBgwFoAU32S+RwPql4egdY3+mPwaDB0O8y8wCgYIKoZIzj0EAwIDSQAw
RgIhAMRn4LOECYYLkkNLC5+K7z+VtUNTI9wZlEPI7zeMPBS/AiEA6jUAsGY9/BX8
x9+EQy9iP/VwRc3qNppyfr5ZIrQBWl4=
-----END CERTIFICATE-----`,
  'db.example': `-----BEGIN CERTIFICATE-----
MIIBlDCCATmgAwIBAgIUKkbQDVHQQtN3tPCJdmKy+W3hsXYwCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWQXV0aG9yaXR5IG9mIHRoZSB0ZXN0czAgFw0yNjExMjcyMDQ2
NDNaGA8yMTI2MTEwMzIwNDY0M1owFTETMBEGA1UEAwwKZGIuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABC4EH35PaeRoRMEt3gzsXwVf+a/tfj+GW693
pEL0+5Z5lRk8nsRzIbq1RCkbhaPJhoS+Ge9LhAyJgBIpEq9JUD6jWTBXMBUGA1Ud
EQQOMAyCCmRiLmV4YW1wbGUwHQYDVR0OBBYEFL40Ns7y1A1ig0UTGKF/RMbzfCbO
MB8GA1UdIwQYMBaAFN9kvkcD6peHoHWN/pj8GgwdDvMvMAoGCCqGSM49BAMCA0kA
MEYCIQD6S3e2LnChJ08NoSd5UszVVXLjpIskkmeATIqYY/3vzAIhAOCuF6tWSIct
BnFADF8HezuPCTzICgKpJ2/E/46A2hhv
-----END CERTIFICATE-----`,
}

export interface TlsProxy {
  /** Port at which the database takes encrypted connections only. */
  readonly port: number
  /** Encrypted connections that were opened. */
  readonly encrypted: () => number
  close(): void
}

/** PostgreSQL's request for TLS, which comes before everything else. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A PostgreSQL with TLS in front of one without. @param host whose name its certificate has */
export async function startTlsProxy(databaseUrl: string, host: keyof typeof certificates): Promise<TlsProxy> {
  const target = new URL(databaseUrl)
  const secureContext = createSecureContext({ key: certificateKey, cert: certificates[host] })
  const open = new Set<Socket>()
  let encrypted = 0
  const server = createServer((client) => {
    open.add(client)
    // Tests close these connections on purpose.
    client.on('error', () => client.destroy())
    client.once('data', (first: Buffer) => {
      if (!first.equals(sslRequest)) return client.destroy()
      client.pause()
      client.write('S')
      const secure = new TLSSocket(client, { isServer: true, secureContext })
      // A client that refuses the certificate ends the handshake.
      secure.on('error', () => client.destroy())
      secure.on('secure', () => {
        encrypted += 1
      })
      const database = connect(Number(target.port), target.hostname)
      open.add(database)
      // Dropped with the test's database.
      database.on('error', () => client.destroy())
      secure.pipe(database).pipe(secure)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    encrypted: () => encrypted,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
