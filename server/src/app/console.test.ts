import { expect, it } from 'vitest'
import { brandsFolder, checkedInBrands } from '#test/support/brands-folder.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { brandOfConsolePath, consoleAddress, isAtConsole, siteOfBrand } from './console.ts'

const brands = checkedInBrands()

it('is plain http on this machine only', () => {
  expect(consoleAddress(undefined)).toBeUndefined()
  expect(consoleAddress('admin.localhost:3000')?.origin).toBe('http://admin.localhost:3000')
  expect(consoleAddress('console.example.com')?.origin).toBe('https://console.example.com')
})

it.each([
  ['console.example.com', true],
  ['Console.Example.com', true],
  ['console.example.com:8443', false],
  ['battito.example', false],
  ['x.console.example.com', false],
])('the host %s is the console: %s', (host, is) =>
  expect(isAtConsole({ host: 'console.example.com' }, { host })).toBe(is),
)

it.each([
  ['/admin/api/battito/staff', 'battito'],
  ['/admin/api/battito/staff/1/roles?x=1', 'battito'],
  // Those of the installation are answered by the default database.
  ['/admin/api/session', undefined],
  ['/admin/api/session/factor', 'session'],
  ['/api/admin/api/battito/x', undefined],
  ['/admin/api/../battito/x', undefined],
])('the path %s names the brand %s', (url, brand) => expect(brandOfConsolePath(url)).toBe(brand))

it('leads to the domain of a brand, in a demo to its local name', () => {
  expect(siteOfBrand(brands, 'battito')).toMatchObject({
    brandId: 'battito',
    origin: 'https://battito.example',
  })
  expect(siteOfBrand(loadBrands(brandsFolder, { demoPort: 3000 }), 'battito')?.origin).toBe(
    'http://battito.localhost:3000',
  )
  expect(siteOfBrand(brands, 'nowhere')).toBeUndefined()
})
