import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const env = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 's'.repeat(32), SMTP_URL: 'smtp://localhost' }
const broker = { BROKER_URL: 'redis://localhost:6379' }

describe('--roles', () => {
  it('is all of them when it is left out, which needs no broker', () => {
    expect(readConfig(env).roles).toEqual(['web', 'socket', 'worker'])
    expect(readConfig(env, ['--roles=worker,web,socket']).roles).toEqual(['web', 'socket', 'worker'])
  })

  it.each(['web', 'socket', 'worker', 'web,socket', 'socket,worker'])('%s is refused without a broker', (roles) => {
    const read = () => readConfig(env, [`--roles=${roles}`])
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^BROKER_URL: is missing.*--roles=${roles}\\b`))
    // An empty variable is none.
    expect(() => readConfig({ ...env, BROKER_URL: '' }, [`--roles=${roles}`])).toThrow(/^BROKER_URL: is missing/)
    expect(readConfig({ ...env, ...broker }, [`--roles=${roles}`]).roles).toEqual(roles.split(','))
  })

  it.each(['', 'webs', 'web,', 'web;worker'])('“%s” is refused, with what there is', (roles) => {
    expect(() => readConfig({ ...env, ...broker }, [`--roles=${roles}`])).toThrow(/^--roles: .*web, socket, worker$/)
  })
})
