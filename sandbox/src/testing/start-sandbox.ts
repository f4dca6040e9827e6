import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '../app.ts'
import { readConfig, type SandboxConfig } from '../config.ts'

/** A webhook as the application received it. */
export interface ReceivedWebhook {
  readonly raw: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface RunningSandbox {
  readonly origin: string
  readonly smtpPort: number
  readonly sandbox: Sandbox
  readonly config: SandboxConfig
  /** Every webhook so far, in order. */
  readonly webhooks: ReceivedWebhook[]
  /** Sets the status with which the receiver answers; it starts with 202. */
  answerWith(status: number): void
  close(): Promise<void>
}

/**
 * Creating two RSA keys takes longer than the rest of the start, so all sandboxes of a process share the first keys.
 */
const keyFiles = ['adyen-card-key.pem', 'openid-keys.json']
const keys = new Map<string, Buffer>()

function remember(folder: string): void {
  for (const name of keyFiles) if (existsSync(join(folder, name))) keys.set(name, readFileSync(join(folder, name)))
}

/** Starts the real sandbox on free ports in its own folder, with a receiver for its webhooks. */
export async function startSandbox(changes: Partial<SandboxConfig> = {}): Promise<RunningSandbox> {
  const webhooks: ReceivedWebhook[] = []
  let status = 202
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      webhooks.push({ raw: Buffer.concat(chunks), headers: singleHeaders(request.headers) })
      response.writeHead(status).end('[accepted]')
    })
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const appUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const config: SandboxConfig = {
    ...readConfig({ DATA_DIR: folder }),
    port: 0,
    smtpPort: 0,
    appUrl,
    webhookDelayMs: 5,
    wordDelayMs: 0,
    webhookBackoffMs: [20],
    slowAnswerMs: 400,
    pendingMs: 50,
    ...changes,
  }
  if (!changes.stateDir) {
    mkdirSync(config.stateDir, { recursive: true })
    for (const [name, key] of keys) writeFileSync(join(config.stateDir, name), key, { mode: 0o600 })
  }
  const sandbox = createSandbox(config)
  remember(config.stateDir)
  const { origin, smtpPort } = await sandbox.start()
  return {
    origin,
    smtpPort,
    sandbox,
    config,
    webhooks,
    answerWith(next) {
      status = next
    },
    async close() {
      await sandbox.close()
      // The OpenID provider creates its key at the first request.
      remember(config.stateDir)
      receiver.closeAllConnections()
      await new Promise((done) => receiver.close(done))
      if (!changes.stateDir) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function singleHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}
