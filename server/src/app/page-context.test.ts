import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { createPageContext, type PageContextDeps } from './page-context.ts'

const brands = checkedInBrands()
const site = { brandId: 'local', poolId: 'local', host: 'localhost', origin: 'http://localhost' }
const asked: string[] = []
const contextOf = (cookies: Record<string, string>, changes: Partial<PageContextDeps> = {}) =>
  createPageContext({
    db: undefined as never,
    brands,
    flows: checkedInFlows(),
    photos: undefined as never,
    siteOf: () => site,
    principalOf: async (_request, { brandId }) => {
      asked.push(brandId)
      return null
    },
    google: true,
    demo: false,
    ...changes,
  })({ cookies, headers: {}, query: {}, url: '/' } as unknown as FastifyRequest)

const noChoice = { chosen: false, analytics: false, remarketing: false }
it.each([
  [{}, null, noChoice],
  [{ theme: 'dark' }, 'dark', noChoice],
  [{ theme: 'light' }, 'light', noChoice],
  [{ theme: 'system' }, null, noChoice],
  [{ theme: 'pink' }, null, noChoice],
  [{ cookiePolicy: '' }, null, { ...noChoice, chosen: true }],
  [{ cookiePolicy: '1', analytics: 'true' }, null, { chosen: true, analytics: true, remarketing: false }],
  [{ cookiePolicy: '1', remarketing: 'true' }, null, { chosen: true, analytics: false, remarketing: true }],
  [{ analytics: '1', remarketing: 'yes' }, null, noChoice],
])('with the cookies %j the theme is %s and the choice %j', async (cookies, theme, cookieChoice) => {
  expect(await contextOf(cookies)).toMatchObject({
    theme,
    cookieChoice,
    google: true,
    demo: false,
    locale: 'it',
    origin: 'http://localhost',
    session: null,
  })
})

it('a brand has its own theme until a visitor chooses another', async () => {
  const brand = { ...brands.byKey('local')!, theme: 'dark' as const }
  const dark = { brands: { ...brands, byKey: () => brand } }
  expect((await contextOf({}, dark))?.theme).toBe('dark')
  expect((await contextOf({ theme: 'light' }, dark))?.theme).toBe('light')
})

it('a session is looked for only where there is a cookie, and no page is rendered for an unknown host', async () => {
  asked.length = 0
  await contextOf({})
  expect(asked).toEqual([])
  await contextOf({ '__Host-session': 'x' })
  expect(asked).toEqual(['local'])
  expect(await contextOf({}, { siteOf: () => undefined })).toBeUndefined()
  expect(await contextOf({}, { brands: { ...brands, byKey: () => undefined } })).toBeUndefined()
})
