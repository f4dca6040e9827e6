import { expect, it } from 'vitest'
import { visitorPageOf } from './visitor-page.ts'

it.each([
  ['/', '/'],
  ['/Signup', '/signup'],
  ['/contactus/', '/contactUs'],
  ['/legal/terms', '/legal/terms'],
  ['/find', undefined],
  ['/legal/other', undefined],
  ['/resetPassword', undefined],
  ['//', '/'],
])('%s is listed as %s', (path, page) => expect(visitorPageOf(path)).toBe(page))
