import { locales } from '@incontro/contract'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Brand,
  BrandFileError,
  type Brands,
  contrastMisses,
  legalPage,
  loadBrands,
  type Oklch,
  protections,
  publicBrand,
  toHex,
} from './index.ts'
import { readDrawing } from './drawing.ts'
import { legalPageNames } from './legal.ts'
import { type Breakable, brandsFolder, copyOfBrands } from '#test/support/brands-folder.ts'

const brands = loadBrands(brandsFolder)
const brandOf = (loaded: Brands, key: string): Brand => loaded.byKey(key) ?? expect.fail(`no brand ${key}`)
const battito = brandOf(brands, 'battito')
const hex = (colour: Oklch | undefined) => colour && toHex(colour)

describe('the checked-in brands', () => {
  it('are eight', () => {
    expect(brands.list.map((brand) => brand.key)).toEqual([
      'amarelle',
      'battito',
      'brisa',
      'cercame',
      'dolceluna',
      'heartline',
      'local',
      'vicino',
    ])
  })

  it.each([
    ['localhost', 'local'],
    ['localhost:3000', 'local'],
    ['127.0.0.1:4300', 'local'],
    ['battito.localhost', 'battito'],
    ['Battito.LOCALHOST:3000', 'battito'],
    ['battito.localhost.', 'battito'],
    ['battito.localhost.:80', 'battito'],
    ['cercame.example', 'cercame'],
    ['evil.example', undefined],
    ['', undefined],
    ['[::1]:3000', undefined],
    ['battito.localhost@evil.example', undefined],
    ['battito.localhost:80:80', undefined],
    ['xbattito.localhost', undefined],
    ['constructor', undefined],
  ])('%s is the host of %s', (host, key) => {
    expect(brands.byHost(host)?.key).toBe(key)
  })

  it('share a pool only if configured', () => {
    expect(new Set(brands.list.map((brand) => brand.pool)).size).toBe(8)
  })

  it.each(brands.list.map((brand) => [brand.key, brand] as const))(
    '%s: every pair of colours is readable in both themes',
    (_, brand) => {
      expect(contrastMisses(brand.palette.light)).toEqual([])
      expect(contrastMisses(brand.palette.dark)).toEqual([])
    },
  )

  it('have pairs of colours with these least contrasts', () => {
    // Of one colour alone no pair is readable.
    const grey = new Map([...battito.palette.light.keys()].map((token) => [token, [0.6, 0, 0] as const]))
    const least: Record<string, string[]> = {}
    for (const miss of contrastMisses(grey)) {
      const [, front = '', ground = '', ratio = ''] = /^--(\S+) on --(\S+): 1\.00 is less than (\S+)$/.exec(miss) ?? [miss]
      ;(least[`${ratio} ${front}`] ??= []).push(ground)
    }
    const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover']
    const tones = ['primary', 'accent', 'success', 'warning', 'danger', 'info']
    expect(least).toEqual({
      '7 text': [...grounds, 'wash-1', 'wash-2'],
      '4.5 text-2': [...grounds, 'wash-1', 'wash-2'],
      '3 line-strong': grounds.slice(0, 4),
      '3 focus': grounds.slice(0, 4),
      '4.5 on-primary': ['primary', 'primary-hover', 'primary-active'],
      '4.5 on-danger': ['danger', 'danger-hover', 'danger-active'],
      '4.5 on-accent': ['accent'],
      ...Object.fromEntries(tones.map((tone) => [`4.5 ${tone}-text`, [`${tone}-soft`, ...grounds]])),
      '4.5 on-bubble-own': ['bubble-own'],
      '7 on-bubble-other': ['bubble-other'],
    })
  })

  it('parses colours in the design system’s notation', () => {
    expect(hex(battito.palette.light.get('primary'))).toBe('#e51f3b')
    expect(hex(brandOf(brands, 'local').palette.dark.get('primary'))).toBe('#a4e238')
  })

  it('has every legal page in every language, with the brand’s data and no placeholder left', () => {
    for (const brand of brands.list) {
      for (const locale of locales) {
        for (const name of legalPageNames) {
          const page = legalPage(brand, name, locale)
          expect(page.title).not.toBe('')
          expect(page.html).not.toMatch(/\{\{|\}\}|<script|<h1/)
        }
        expect(legalPage(brand, 'terms', locale).html).toContain('<h2 id="billingPolicy">')
        expect(legalPage(brand, 'terms', locale).html).toContain(brand.company.vatNumber)
        expect(legalPage(brand, 'terms', locale).html).toContain(String(protections(brand).withdrawalDays))
      }
    }
  })

  it('gives the browser texts of one language, and no wallet or mail settings', () => {
    const seen = publicBrand(battito, 'en')
    expect(seen.tagline.headline).toBe('The heart knows where to start.')
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['wallet']))
    expect(JSON.stringify(seen)).not.toContain(battito.mail.address)
    const { assets } = battito
    expect(assets.tokensHash).toMatch(/^[0-9a-f]{12}$/)
    expect(seen.tokensHref).toBe(`/brand/tokens.css?v=${assets.tokensHash}`)
    expect(seen).toMatchObject({
      logo: { light: assets.logo, dark: assets.logoDark, symbol: assets.symbol },
      themeColor: { light: hex(battito.palette.light.get('bg')), dark: hex(battito.palette.dark.get('bg')) },
      pictures: {
        share: `/brand/share.png?l=en&v=${assets.picturesHash}`,
        touchIcon: `/brand/icon.png?size=180&v=${assets.picturesHash}`,
      },
      title: battito.title,
      company: battito.company.name,
      companyAddress: battito.company.address,
      vatNumber: battito.company.vatNumber,
      supportEmail: battito.support.email,
      phone: battito.support.phone,
      domain: battito.domain,
      descriptor: battito.descriptor,
      cookieChoiceDays: battito.cookieConsent.askAgainAfterDays,
      cookiePurposes: battito.cookieConsent.optional,
    })
    expect(new Set([assets.logo, assets.logoDark, assets.symbol, assets.tokensHash, assets.picturesHash]).size).toBe(5)
  })

  it('announces renewals as early as the country’s law requires', () => {
    expect(brands.list.map((brand) => [brand.country, protections(brand).noticeDays])).toEqual([
      ['FR', 30],
      ['IT', 30],
      ['ES', 15],
      ['ES', 15],
      ['IT', 30],
      ['GB', 30],
      ['IT', 30],
      ['IT', 30],
    ])
  })
})

describe('an invalid brand', () => {
  let copy: ReturnType<typeof copyOfBrands>
  beforeEach(() => {
    copy = copyOfBrands()
  })
  afterEach(() => copy.remove())

  const failure = (): BrandFileError => {
    try {
      loadBrands(copy.dir)
    } catch (error) {
      if (error instanceof BrandFileError) return error
      throw error
    }
    throw new Error('it was loaded')
  }

  it.each<[string, (brand: Breakable) => void, string, RegExp]>([
    [
      'a missing field',
      (brand) => {
        delete brand.support.phone
      },
      'support.phone',
      /expected string/,
    ],
    [
      'a field of no meaning',
      (brand) => {
        brand.pixel = 'x'
      },
      'pixel',
      /no key/,
    ],
    [
      'a folder with another key',
      (brand) => {
        brand.key = 'other'
      },
      'key',
      /battito/,
    ],
    [
      'a tagline missing in a language',
      (brand) => {
        brand.tagline.fr.subtitle = ' '
      },
      'tagline.fr.subtitle',
      /./,
    ],
    [
      'too short a notice for its country',
      (brand) => {
        brand.renewal.noticeDays = 7
      },
      'renewal.noticeDays',
      /shorter than the law/,
    ],
    [
      'a host of another brand',
      (brand) => {
        brand.hosts.push('vicino.localhost')
      },
      'hosts',
      /vicino\.localhost belongs/,
    ],
    [
      'a host with a port',
      (brand) => {
        brand.hosts = ['battito.localhost/x']
      },
      'hosts.0',
      /host name/,
    ],
    [
      'legal links elsewhere',
      (brand) => {
        brand.legalLinks.terms = '//evil.example'
      },
      'legalLinks.terms',
      /path/,
    ],
    [
      'its own country left to another',
      (brand) => {
        brand.signupElsewhere = { IT: 'vicino' }
      },
      'signupElsewhere.IT',
      /own country/,
    ],
    [
      'a country left to itself',
      (brand) => {
        brand.signupElsewhere = { ES: 'battito' }
      },
      'signupElsewhere.ES',
      /the brand itself/,
    ],
    [
      'a country that there is not',
      (brand) => {
        brand.signupElsewhere = { XX: 'vicino' }
      },
      'signupElsewhere.XX',
      /must be one of/,
    ],
    [
      'a country left to nobody',
      (brand) => {
        brand.signupElsewhere = { ES: 'sirena' }
      },
      'signupElsewhere.ES',
      /no brand “sirena”/,
    ],
    [
      'a country sent around',
      (brand) => {
        brand.signupElsewhere = { ES: 'vicino' }
      },
      'signupElsewhere.ES',
      /vicino leaves this country/,
    ],
    [
      'a language named twice',
      (brand) => {
        brand.languages = ['it', 'it']
      },
      'languages',
      /twice/,
    ],
  ])('%s fails and names the place', (_, change, key, reason) => {
    copy.edit('battito/brand.json', change)
    const error = failure()
    expect(error.file).toMatch(/(battito|vicino)\/brand\.json$/)
    expect(error.key).toBe(key)
    expect(error.message).toMatch(reason)
  })

  it('fails for a file that is not JSON', () => {
    copy.write('battito/brand.json', '{')
    expect(failure().message).toMatch(/battito\/brand\.json: is not JSON/)
  })

  it('fails for a missing legal page, a page without title, an unknown placeholder', () => {
    copy.drop('_legal/fr/faq.md')
    expect(failure().message).toMatch(/_legal\/fr\/faq\.md: cannot be read/)
    copy.write('_legal/fr/faq.md', 'Sans titre')
    expect(failure().message).toMatch(/faq\.md: does not begin/)
    copy.write('_legal/fr/faq.md', '# Titre\n{{vat}}')
    expect(failure()).toMatchObject({ key: '{{vat}}', reason: 'is no placeholder' })
  })

  it('fails for a logo that contains more than shapes', () => {
    copy.write('battito/logo.svg', '<svg viewBox="0 0 1 1" onload="alert(1)"></svg>')
    expect(failure().message).toMatch(/logo\.svg: holds more than a drawing/)
    const drawing = (inner: string, head = '<svg viewBox="0 0 1 1">') => {
      copy.write('battito/logo.svg', ` ${head}${inner}</svg>\n`)
      return () => readDrawing(join(copy.dir, 'battito/logo.svg'))
    }
    for (const inner of ['<path d="M0 0"/>', '<use href="#a"/>', "<use xlink:href='#a'/>"])
      expect(drawing(inner)()).toBe(`<svg viewBox="0 0 1 1">${inner}</svg>`)
    for (const inner of [
      '<script/>',
      '<foreignObject/>',
      '<g onclick = "x"/>',
      '<a href="javascript:x"/>',
      '<use href="/other.svg#a"/>',
      "<image src='//evil.example/a.png'/>",
      '<SCRIPT/>',
    ])
      expect(drawing(inner)).toThrow('holds more than a drawing')
    for (const head of ['<svg>', '<html viewBox="0 0 1 1">']) expect(drawing('', head)).toThrow('is not an SVG')
  })

  it('fails for an impossible palette, and says why', () => {
    const set = (change: (file: Breakable) => void) => copy.edit('battito/palette.json', change)
    set((file) => (file.primary.hue = 400))
    expect(failure()).toMatchObject({ key: 'primary.hue' })
    set((file) => Object.assign(file.primary, { hue: 22, lightness: { light: 0.95, dark: 0.95 }, label: 'dark' }))
    set((file) => (file.overrides = { dark: { paper: 'oklch(50.0% 0.1 20)' } }))
    expect(failure()).toMatchObject({ key: 'dark', reason: 'there is no token --paper' })
    set((file) => (file.overrides = { dark: { bg: 'red' } }))
    expect(failure().message).toMatch(/palette\.json: overrides\.dark\.bg: must be a colour of the form/)
  })

  it('fills in what a page says of its brand, each value in its place', () => {
    copy.edit('battito/brand.json', (brand) => {
      Object.assign(brand, { title: 'The title', domain: 'the.example', pool: 'vicino', languages: ['es', 'it'] })
      Object.assign(brand.company, { name: 'The company', address: 'The street', vatNumber: 'VAT 1', sampleData: false })
      brand.support = { email: 'help@the.example', phone: '06 1 2' }
      Object.assign(brand, { descriptor: 'STATEMENT', paymentCompany: 'The payer' })
      Object.assign(brand, { renewal: { noticeDays: 31, graceDays: 8 } })
      brand.absence = { endsAfterMonths: 36 }
      Object.assign(brand.cookieConsent, { askAgainAfterDays: 181, optional: ['analytics'] })
      // Who serves its own country may leave another one to a third brand.
      brand.signupElsewhere = { GB: 'cercame' }
    })
    copy.edit('cercame/brand.json', (brand) => {
      brand.signupElsewhere = { IE: 'battito' }
    })
    const names =
      'title domain company address vatNumber supportEmail phone descriptor paymentCompany noticeDays graceDays absenceMonths askAgainAfterDays poolMates'
    copy.write(
      '_legal/en/faq.md',
      `# T\n${names.split(' ').map((name) => `{{${name}}}`).join('; ')}{{#sampleData}}; sample{{/sampleData}}{{#sharedPool}}; shared{{/sharedPool}}`,
    )
    mkdirSync(join(copy.dir, '.cache'))
    const loaded = loadBrands(copy.dir)
    const [own, other] = [brandOf(loaded, 'battito'), brandOf(loaded, 'brisa')]
    const page = (brand: Brand) => legalPage(brand, 'faq', 'en').html
    expect(page(own)).toBe(
      '<p>The title; the.example; The company; The street; VAT 1; help@the.example; 06\u00a01\u00a02; STATEMENT; The payer; 31; 8; 36; 181; Vicino; shared</p>\n',
    )
    expect(page(other)).toContain('sample')
    expect(page(other)).not.toContain('shared')
    expect([own.poolMates, brandOf(loaded, 'vicino').poolMates, other.poolMates]).toEqual([['Vicino'], ['The title'], []])
    expect(own.defaultLanguage).toBe('es')
    expect(publicBrand(own, 'es').cookiePurposes).toEqual(['analytics'])
    expect(protections(own)).toEqual({ noticeDays: 31, graceDays: 8, withdrawalDays: 14 })
  })

  it('has other pictures with other words, or another typeface', () => {
    const hashes = [battito.assets.picturesHash]
    for (const change of [
      (brand: Breakable) => (brand.tagline.it.headline = 'Other words'),
      (brand: Breakable) => (brand.displayFont.weight += 1),
    ]) {
      copy.edit('battito/brand.json', change)
      hashes.push(brandOf(loadBrands(copy.dir), 'battito').assets.picturesHash)
    }
    expect(new Set(hashes).size).toBe(3)
  })

  it('lists the other brands of a pool in the terms, and prefers a brand’s own page to the shared one', () => {
    for (const key of ['battito', 'vicino'])
      copy.edit(`${key}/brand.json`, (brand) => {
        brand.pool = 'italia'
      })
    copy.write('_legal/en/faq.md', '# Shared\n')
    const before = loadBrands(copy.dir)
    // The version covers title and text.
    const version = (of: Brands, key: string) => legalPage(brandOf(of, key), 'faq', 'en').version
    const folder = join(copy.dir, 'battito/legal/en')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'faq.md'), '# Own\n')
    const loaded = loadBrands(copy.dir)
    expect(legalPage(brandOf(loaded, 'battito'), 'faq', 'en').title).toBe('Own')
    expect(legalPage(brandOf(loaded, 'brisa'), 'faq', 'en').title).toBe('Shared')
    expect(version(loaded, 'battito')).not.toBe(version(before, 'battito'))
    expect(version(loaded, 'brisa')).toBe(version(before, 'brisa'))
    expect(loaded.byKey('battito')).toMatchObject({ pool: 'italia', poolMates: ['Vicino'] })
    expect(legalPage(brandOf(loaded, 'battito'), 'terms', 'en').html).toContain('also see those on Vicino')
    expect(legalPage(brandOf(loaded, 'brisa'), 'terms', 'en').html).not.toContain('also see those on')
  })
})
