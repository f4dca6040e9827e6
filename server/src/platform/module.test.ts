import { clientEvents } from '@incontro/contract'
import { expect, it } from 'vitest'
import { isLoopback } from '#platform/process/loopback.ts'
import { combine, type Module } from './module.ts'

const events = Object.fromEntries(Object.keys(clientEvents).map((name) => [name, async () => ({ ok: true })]))
const whole = { events } as unknown as Module
const nothing = async () => undefined

it('combines every part of every module, in order', async () => {
  const seen: string[] = []
  const module = (name: string): Module =>
    ({
      routes: () => void seen.push(`routes ${name}`),
      onEvent: async () => void seen.push(`event ${name}`),
      load: async () => void seen.push(`load ${name}`),
      jobs: { [`job ${name}`]: nothing },
      views: { [`view ${name}`]: nothing },
      vitals: { [`vital ${name}`]: async () => 1 },
    }) as unknown as Module
  const all = combine([whole, module('one'), {}, module('two')])
  await all.routes({} as never)
  await all.onEvent({} as never)
  await all.load()
  expect(seen).toEqual(['routes one', 'routes two', 'event one', 'event two', 'load one', 'load two'])
  expect([all.jobs, all.views, all.vitals].flatMap(Object.keys)).toEqual([
    'job one',
    'job two',
    'view one',
    'view two',
    'vital one',
    'vital two',
  ])
  expect(Object.keys(all.events)).toEqual(Object.keys(clientEvents))
})

it.each([
  ['event “like”', { events: { like: nothing } }],
  ['job “j”', { jobs: { j: nothing } }],
  ['view “v”', { views: { v: nothing } }],
  ['vital “w”', { vitals: { w: async () => 1 } }],
])('refuses two modules for the %s', (what, part) => {
  const module = part as unknown as Module
  expect(() => combine([whole, module, module])).toThrow(`two modules handle the ${what}`)
})

it('refuses an event that no module handles', () => {
  const { like: _, ...others } = events
  expect(() => combine([{ events: others } as unknown as Module])).toThrow('no module handles the event “like”')
})

it.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['a.b.localhost', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1', true],
  ['127.255.3.4', true],
  ['128.0.0.1', false],
  ['127.0.0.1.example', false],
  ['0.0.0.0', true],
  ['[::1]', true],
  ['::', true],
  ['::2', false],
  ['[::ffff:7f00:1]', true],
  ['[::ffff:8000:1]', false],
])('whether %s is this machine: %s', (host, is) => expect(isLoopback(host)).toBe(is))
