import { join } from 'node:path'
import globalData from '@csstools/postcss-global-data'
import customMedia from 'postcss-custom-media'
import type { CSSOptions } from 'vite'
import { shortClassNames } from './class-names.ts'

const src = join(import.meta.dirname, 'src')

/** How the pages and the console build their styles: short class names, and the breakpoints by name. */
export const styles: CSSOptions = {
  modules: { generateScopedName: shortClassNames(src) },
  postcss: { plugins: [globalData({ files: [join(src, 'styles/breakpoints.css')] }), customMedia()] },
}
