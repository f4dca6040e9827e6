import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { root } from '../support/paths.mjs'
import { proveContainer } from './container.mjs'
import { commandsOf } from './document.mjs'
import { proveInstall } from './install.mjs'
import { missingForRoots } from './root.mjs'

/*
 * An operator's first hour, on machines made for it: minutes, downloads and root, so only with `npm test -- full`.
 */

const missing = missingForRoots()
const isFull = process.env['TEST_FULL'] !== undefined
if (isFull && missing) console.warn(`The installations are not tried: ${missing}`)
const canProve = isFull && missing === undefined

test.runIf(canProve)(
  'docs/install.md leads from a bare machine to a paid message over TLS',
  async () => {
    const { unit, check, members, ledger, left } = await proveInstall()
    expect(unit).toBe('')
    expect(check).toContain('the relay took a mail to you@example.com')
    expect(check).toContain('Nothing is in the way of members.')
    expect(members).toMatchObject({ charge: 'ok', sent: true })
    expect(members.received.message.msg).toBe('Ti va un caffè?')
    expect(ledger).toMatch(/^\S*icebreakers \d+, \S*messages [1-9]\d*$/)
    expect(left).toHaveLength(2)
  },
  1_800_000,
)

test.runIf(canProve)(
  'the image is built, serves as no root on files that it cannot change, and ends in order',
  async () => {
    const { services, image, health, secrets, users, page, owner, ended, endedMs } = await proveContainer()
    expect(services).toEqual(['app', 'broker', 'database', 'proxy'])
    expect(image.Volumes).toEqual({ '/data': {} })
    expect(secrets).toBe('')
    expect(users).toEqual(['10001'])
    expect(health.before).not.toBe(0)
    expect(health.after).toBe(0)
    expect(page).toContain('<title>Sirena')
    expect(owner).toContain('olga@www.example.com')
    expect(ended).toBe(0)
    // `stop_grace_period` of deploy/compose.yaml.
    expect(endedMs).toBeLessThan(20_000)
  },
  3_600_000,
)

it('reads the commands of a section', () => {
  const document = readFileSync(join(root, 'docs/install.md'), 'utf8')
  expect(commandsOf(document, 'One machine, with systemd')).toEqual(
    expect.arrayContaining(['systemctl enable --now incontro', 'sudo -u incontro npm ci --omit=dev']),
  )
  expect(() => commandsOf(document, 'Another')).toThrow('no section')
})
