import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

/* A rule that asks for a figure which is not counted never alarms. */

const folder = new URL('../../../deploy/monitoring/', import.meta.url)
const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')
const rulesFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Incontro[A-Z]/),
          expr: z.string(),
          for: z.optional(z.string().regex(/^\d+[mh]$/)),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
})
const dashboardFile = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
})
afterAll(() => testServer.close())

/** Of a replica, which only some installations have. */
const sometimes = new Set(['incontro_replica_lag_ms'])

it('the alerts and the dashboard ask for figures that `/metrics` has', async () => {
  const rules = rulesFile.parse(parse(await read('alerts.yml'))).groups.flatMap((group) => group.rules)
  const { panels } = dashboardFile.parse(JSON.parse(await read('grafana-dashboard.json')))
  const asked = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ]
  const { body } = await testServer.call('/metrics')
  const there = new Set(Array.from((body as string).matchAll(/^# TYPE (\S+)/gm), ([, name]) => name))
  const missing = asked.flatMap(([where, expr]) =>
    (expr.match(/\b(?:incontro|nodejs|process)_\w+/g) ?? [])
      .filter(
        (name) =>
          !there.has(name) && !there.has(name.replace(/_(bucket|count|sum|total)$/, '')) && !sometimes.has(name),
      )
      .map((name) => `${where}: ${name}`),
  )
  expect(missing).toEqual([])
  expect(asked.length).toBeGreaterThan(30)
})
