import { afterEach, expect, it, vi } from 'vitest'
import { newUuid } from './uuid.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [0, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0x12, '12121212-1212-4212-9212-121212121212'],
])('of bytes %i in a page without `randomUUID` is of version 4', (byte, id) => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(byte) })
  expect(newUuid()).toBe(id)
})

it('keeps the order of its bytes', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.map((_, at) => at) })
  expect(newUuid()).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f')
})
