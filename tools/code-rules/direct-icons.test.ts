import { expect, it } from 'vitest'
import { iconFiles, importDirectly } from '../../web/direct-icons.ts'

const files = iconFiles(`import * as index from './icons/index.mjs';
export { index as icons };
export { default as Heart, default as HeartIcon } from './icons/heart.mjs';
export { default as House, default as Home } from './icons/house.mjs';
export { default as createLucideIcon } from './createLucideIcon.mjs';
`)

it('each icon is imported from its file, under the name that the module gives it', () => {
  const code = `import { Heart, type LucideIcon, Home as Start } from 'lucide-react'
import type { LucideProps } from 'lucide-react'
const other = 1`
  expect(importDirectly(code, files))
    .toBe(`import Heart from 'lucide-react/icon/heart'; import Start from 'lucide-react/icon/house'
import type { LucideProps } from 'lucide-react'
const other = 1`)
})

it('lines keep their numbers, and a module that only needs a type imports nothing', () => {
  const code = `import {
  Heart,
  type LucideIcon,
} from 'lucide-react'
import { type LucideIcon } from 'lucide-react'
next()`
  expect(importDirectly(code, files).split('\n').indexOf('next()')).toBe(5)
  expect(importDirectly(code, files).match(/import/g)).toHaveLength(1)
})

it('a name that the package does not have is an error of the build', () => {
  expect(() => importDirectly(`import { Hart } from 'lucide-react'`, files)).toThrow('no icon “Hart”')
})
