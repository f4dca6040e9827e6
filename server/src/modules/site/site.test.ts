import { visitorPages } from '@incontro/contract'
import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { themeColor } from '#modules/brands/index.ts'
import { webManifest } from './manifest.ts'
import { robotsText, sitemapXml } from './search-files.ts'

let testServer: TestServer
beforeAll(async () => {
  const flows = checkedInFlows()
  const picture = { source: '<svg viewBox="0 0 9 9"/>', hash: 'abc' }
  const hookTexts = { blurred: { title: null, text: null, picture } }
  testServer = await startTestServer({
    flows: { ...flows, of: (brand, id) => ({ ...flows.of(brand, id), ...(id === 'drawn' && { hookTexts }) }) },
  })
})
afterAll(() => testServer?.close())

/** The raw bytes; the test server's `call` reads text. */
const bytes = (
  path: string,
  host = 'localhost',
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(testServer.url)
    request({ host: 'localhost', port, path, headers: { host: `${host}:${port}` } }, (incoming) => {
      const chunks: Buffer[] = []
      incoming
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) }),
        )
    })
      .on('error', reject)
      .end()
  })

describe('what search engines ask for', () => {
  test('the sitemap names every visitor page in every language of the brand, on its own domain', async () => {
    const { body, headers } = await testServer.call('/sitemap.xml', { host: 'battito.localhost' })
    const brand = testServer.context.brands.byKey('battito')
    expect(headers.get('content-type')).toMatch(/^application\/xml/)
    const places = [...String(body).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])
    expect(places).toHaveLength(visitorPages.length * (brand?.languages.length ?? 0))
    expect(places).toContain(`https://${brand?.domain}/legal/terms?lang=es`)
    expect(String(body)).toContain(`hreflang="x-default" href="https://${brand?.domain}/signup"`)
  })

  test('robots.txt links to it and excludes what is not a page', async () => {
    const { body } = await testServer.call('/robots.txt')
    const [brand, origin] = [testServer.context.brands.byHost('localhost')!, 'http://localhost:3000']
    expect(body).toBe(
      'User-agent: *\nDisallow: /api/\nDisallow: /pay/\nDisallow: /dispenser/\n\nSitemap: https://incontro.example/sitemap.xml\n',
    )
    // Search engines index nothing of a demo.
    expect(robotsText({ brand, demo: true, origin })).toBe('User-agent: *\nDisallow: /\n')
    expect(sitemapXml({ brand, demo: true, origin })).toContain(`<loc>${origin}/`)
  })
})

test('the picture of a flow’s hook is cached for a year under its own version, and no other exists', async () => {
  const { status, headers, body } = await bytes('/brand/hooks/drawn/blurred.svg?v=abc')
  expect([status, headers['content-type'], headers['cache-control'], String(body)]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=31536000, immutable',
    '<svg viewBox="0 0 9 9"/>',
  ])
  expect((await bytes('/brand/hooks/drawn/blurred.svg?v=old')).headers['cache-control']).toBe('no-cache')
  for (const other of ['drawn/file_like', 'drawn/constructor', '7/blurred', 'drawn/..%2Fblurred'])
    expect([other, (await bytes(`/brand/hooks/${other}.svg`)).status]).toEqual([other, 404])
})

describe('the manifest', () => {
  test('names the brand, its language, its colours and existing icons', async () => {
    const { body, headers } = await testServer.call('/manifest.webmanifest?l=fr', { host: 'battito.localhost' })
    expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const brand = testServer.context.brands.byKey('battito')!
    const { icons, shortcuts, ...words } = body
    expect(shortcuts.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
      ['Messages', '/chats'],
      ['Trouver', '/find'],
      ['Notifications', '/notifications'],
    ])
    expect(shortcuts[0].icons).toEqual([icons[0]])
    expect(words).toEqual({
      id: '/',
      name: 'Battito',
      short_name: 'Battito',
      description: brand.tagline.fr.subtitle,
      lang: 'fr',
      dir: 'ltr',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: themeColor(brand).light,
      background_color: themeColor(brand).light,
      categories: ['social', 'lifestyle'],
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { files: [{ name: 'photo', accept: ['image/*'] }] },
      },
    })
    expect(icons.at(-1)).toEqual({ src: '/brand/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' })
    const drawing = await bytes('/brand/icon.svg', 'battito.localhost')
    expect([drawing.headers['cache-control'], String(drawing.body)]).toEqual([
      'public, max-age=86400',
      brand.assets.symbol,
    ])
    const pngs = body.icons.filter((icon: { type: string }) => icon.type === 'image/png')
    expect(pngs.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ])
    for (const icon of pngs) {
      const { body: png, headers: given } = await bytes(icon.src, 'battito.localhost')
      const { width, height, format } = await sharp(png).metadata()
      expect(`${format} ${width}x${height}`).toBe(`png ${icon.sizes}`)
      expect(given['cache-control']).toMatch(/immutable/)
      // A launcher crops a maskable icon: it must be opaque.
      expect((await sharp(png).stats()).isOpaque).toBe(icon.purpose === 'maskable')
    }
  })

  test('the icon for a home screen stands on the brand’s light ground, larger than one that is cut', async () => {
    const brand = testServer.context.brands.byKey('battito')!
    const icon = async (query: string, host: string) => {
      const { data, info } = await sharp((await bytes(`/brand/icon.png?${query}`, host)).body)
        .raw()
        .toBuffer({ resolveWithObject: true })
      const pixel = (at: number) => [...data.subarray(at * info.channels, at * info.channels + 3)]
      const row = Array.from({ length: info.width }, (_, x) => pixel((info.height / 2) * info.width + x))
      const [ground = []] = row
      return { ground, drawn: row.filter((one) => String(one) !== String(ground)).length }
    }
    const [touch, cut] = [
      await icon('size=180', 'battito.localhost'),
      await icon('size=180&maskable=1', 'battito.localhost'),
    ]
    const { light } = themeColor(brand)
    expect(touch.ground).toEqual([1, 3, 5].map((at) => Number.parseInt(light.slice(at, at + 2), 16)))
    expect(cut.ground).toEqual(touch.ground)
    expect(touch.drawn).toBeGreaterThan(cut.drawn)
    expect(await icon('size=180', 'amarelle.localhost')).not.toEqual(touch)
  })

  test('is in the colour of the brand’s own theme', () => {
    const [brand] = testServer.context.brands.list
    const { light, dark } = themeColor(brand!)
    expect(light).not.toBe(dark)
    for (const [theme, colour] of [
      ['light', light],
      ['dark', dark],
    ] as const)
      expect(webManifest({ ...brand!, theme }, 'it')).toMatchObject({ theme_color: colour, background_color: colour })
  })

  test('falls back to the brand’s language for one it does not have', async () => {
    expect((await testServer.call('/manifest.webmanifest?l=xx')).body.lang).toBe('it')
  })
})

test('is immutable under its current version’s URL, and revalidated under any other', async () => {
  const { tokensHash, picturesHash } = testServer.context.brands.byHost('localhost')!.assets
  const control = async (path: string) => (await testServer.call(path)).headers.get('cache-control')
  for (const [path, hash] of [
    ['/brand/tokens.css?', tokensHash],
    ['/brand/icon.png?size=192&', picturesHash],
  ] as const) {
    expect(await control(`${path}v=${hash}`)).toBe('public, max-age=31536000, immutable')
    expect([await control(`${path}v=other`), await control(path)]).toEqual(['no-cache', 'no-cache'])
  }
})

describe('the picture of a shared link', () => {
  test.each(['localhost', 'battito.localhost', 'amarelle.localhost'])(
    'of %s is a PNG of 1200 × 630 that differs by language',
    async (host) => {
      const [it, en] = await Promise.all([bytes('/brand/share.png?l=it', host), bytes('/brand/share.png?l=en', host)])
      expect(await sharp(it.body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
      expect(it.body.equals(en.body)).toBe(false)
      expect(it.headers).toMatchObject({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' })
      expect(it.body.length).toBeLessThan(300_000)
    },
  )

  test('every brand has the font for its headline', async () => {
    const sources = await Promise.all(
      testServer.context.brands.list.map((brand) => bytes(`/brand/share.png?l=${brand.languages[0]}`, brand.hosts[0])),
    )
    const again = await Promise.all(
      testServer.context.brands.list.map((brand) => bytes(`/brand/share.png?l=${brand.languages[1]}`, brand.hosts[0])),
    )
    expect(sources.map(({ body }, at) => again[at]?.body.equals(body))).toEqual(sources.map(() => false))
    expect(new Set(sources.map(({ body }) => body.toString('base64'))).size).toBe(sources.length)
  })

  test.each([
    '/brand/share.png?l=xx',
    '/brand/icon.png',
    '/brand/icon.png?size=5000',
    '/brand/icon.png?size=192&maskable=2',
  ])('%s is refused', async (path) => {
    expect((await bytes(path)).status).toBe(400)
  })

  test('an unknown host has none', async () => {
    expect((await bytes('/brand/share.png', 'other.example')).status).toBe(404)
  })
})

describe('a member’s choice about cookies', () => {
  test('is stored with text version, language and time, once, and can be withdrawn', async () => {
    const { token, session } = await testServer.member()
    const choose = (analytics: boolean, l = 'it') =>
      testServer.call('/api/consents/cookies', { token, body: { analytics, remarketing: false, l } })
    expect((await choose(true)).body).toEqual({ result: 'OK' })
    await choose(true)
    await choose(false)
    const { id } = await testServer.database.db
      .selectFrom('members')
      .select('id')
      .where('clickid', '=', session.clickid)
      .executeTakeFirstOrThrow()
    const rows = await testServer.database.db
      .selectFrom('consents')
      .selectAll()
      .where('member_id', '=', id)
      .where('kind', 'in', ['analytics', 'remarketing'])
      .orderBy('id')
      .execute()
    expect(rows.map(({ kind, granted }) => `${kind} ${granted}`)).toEqual([
      'analytics true',
      'remarketing false',
      'analytics false',
    ])
    expect(rows[0]).toMatchObject({
      locale: 'it',
      text_version: expect.stringMatching(/./),
      given_at: expect.any(Date),
    })
  })

  test('requires a session and a complete choice', async () => {
    expect(
      (await testServer.call('/api/consents/cookies', { body: { analytics: true, remarketing: true, l: 'it' } }))
        .status,
    ).toBe(401)
    const { token } = await testServer.member()
    expect(
      (
        await testServer.call('/api/consents/cookies', {
          token,
          body: { analytics: 'yes', remarketing: true, l: 'it' },
        })
      ).status,
    ).toBe(400)
  })
})
