import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/paths.mjs'
import { runtimeLock } from './runtime-lock.mjs'

const lock = {
  lockfileVersion: 3,
  packages: {
    '': { workspaces: ['server', 'web', 'sandbox'], dependencies: { builder: '1' }, devDependencies: { tester: '1' } },
    server: { version: '1', dependencies: { a: '1', shared: '1' }, devDependencies: { tester: '1' } },
    web: { version: '1', dependencies: { b: '1', builder: '1' } },
    sandbox: { version: '1' },
    'node_modules/@x/shared': { version: '1' },
    'node_modules/a': {
      version: '1',
      dependencies: { '@x/shared': '1' },
      optionalDependencies: { mac: '1', linux: '1' },
    },
    'node_modules/linux': { version: '1' },
    'node_modules/b': {
      version: '1',
      dependencies: { '@x/shared': '2' },
      peerDependencies: { peer: '1', tester: '1', none: '1' },
      peerDependenciesMeta: { tester: { optional: true }, none: { optional: true } },
    },
    'node_modules/b/node_modules/@x/shared': { version: '2', dependencies: { c: '1' } },
    'node_modules/c': { version: '1', dev: true },
    'node_modules/peer': { version: '1' },
    'node_modules/builder': { version: '1' },
    'node_modules/tester': { version: '1', dev: true },
    'node_modules/shared': { resolved: 'web', link: true },
  },
}

test('keeps what the workspaces need to run, where Node finds it, and nothing else', () => {
  const { packages } = runtimeLock(lock, { server: { a: '1', shared: '1' }, web: { b: '1' } })
  expect(Object.keys(packages)).toEqual([
    '',
    'server',
    'web',
    'node_modules/@x/shared',
    'node_modules/a',
    'node_modules/b',
    'node_modules/b/node_modules/@x/shared',
    'node_modules/c',
    'node_modules/linux',
    'node_modules/peer',
    'node_modules/shared',
  ])
  expect(packages['']).toEqual({ workspaces: ['server', 'web'] })
  expect(packages['web']).toEqual({ version: '1', dependencies: { b: '1' } })
  expect(packages['server']).not.toHaveProperty('devDependencies')
  expect(packages['node_modules/c']).toEqual({ version: '1' })
})

test('says which package the lock file lacks', () => {
  expect(() => runtimeLock(lock, { server: { missing: '1' } })).toThrow('no missing, which server needs')
})

test('of this project leaves out what builds and tests', () => {
  const own = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'))
  const { dependencies } = JSON.parse(readFileSync(`${root}/server/package.json`, 'utf8'))
  const { packages } = runtimeLock(own, { contract: { zod: '4' }, server: dependencies })
  expect(packages).toHaveProperty(['node_modules/fastify'])
  for (const name of ['vitest', 'oxlint', '@lingui/cli', 'vite', '@babel/core', 'playwright-core'])
    expect(packages).not.toHaveProperty([`node_modules/${name}`])
})
