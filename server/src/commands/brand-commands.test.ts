import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brandsFolder, copyOfBrands } from '#test/support/brands-folder.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { checkBrands } from './brand-check.ts'
import { brandByCommand, makeBrand } from './brand-new.ts'

let copy: ReturnType<typeof copyOfBrands>
beforeEach(() => {
  copy = copyOfBrands()
})
afterEach(() => copy.remove())

describe('brand:check', () => {
  it('finds no fault in the checked-in brands', () => {
    expect(checkBrands(brandsFolder).faults).toEqual([])
  })

  it('names an unreadable pair of colours and its theme', () => {
    copy.edit('brisa/palette.json', (file) => {
      file.overrides = { light: { 'text-2': 'oklch(80.0% 0.020 232.0)' } }
    })
    expect(checkBrands(copy.dir).faults[0]).toMatch(
      /^brisa\/palette\.json \(light\): --text-2 on --bg: 1\.\d\d is less than 4\.5$/,
    )
  })

  it('names the file that does not load', () => {
    copy.drop('brisa/symbol.svg')
    expect(checkBrands(copy.dir).faults).toEqual([`${copy.dir}/brisa/symbol.svg: cannot be read`])
  })
})

describe('a new brand', () => {
  it('is complete from the start, under its own names', () => {
    makeBrand(copy.dir, { key: 'sirena', title: 'Sirena', domain: 'sirena.example', like: 'battito' })
    expect(checkBrands(copy.dir).faults).toEqual([])
    const sirena = loadBrands(copy.dir).byHost('sirena.localhost:3000')
    expect(sirena).toMatchObject({
      key: 'sirena',
      title: 'Sirena',
      domain: 'sirena.example',
      pool: 'sirena',
      descriptor: 'SIRENA',
    })
    expect(sirena?.company.sampleData).toBe(true)
    expect(sirena?.mail.address).toBe('post@sirena.example')
  })

  it.each([
    ['battito', /exists already/],
    ['Grande', /no key/],
    ['../x', /no key/],
  ])('cannot be %s', (key, reason) => {
    expect(() => makeBrand(copy.dir, { key, title: 'T', domain: 't.example', like: 'local' })).toThrow(reason)
  })

  it('comes with what is wrong in all brands, and fails while anything is', async () => {
    const create = (key: string, ...more: string[]) =>
      brandByCommand([key, '--title=Sirena', `--domain=${key}.example`, ...more], copy.dir)
    const done = (key: string, like: string) => `${copy.dir}/${key} is there, with the look of “${like}”.`
    const { ok, lines } = await create('sirena', '--like=battito')
    expect([ok, lines]).toEqual([true, [expect.stringContaining(done('sirena', 'battito'))]])
    expect(await create('sirena')).toEqual({ ok: false, lines: [`${copy.dir}/sirena exists already`] })
    expect((await create('marea', '--nonsense')).ok).toBe(false)
    copy.drop('brisa/symbol.svg')
    const incomplete = await create('marea')
    expect([incomplete.ok, incomplete.lines]).toEqual([
      false,
      [`${copy.dir}/brisa/symbol.svg: cannot be read`, expect.stringContaining(done('marea', 'local'))],
    ])
  })
})
