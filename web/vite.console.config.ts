import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import { lingui } from '@lingui/vite-plugin'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vite'
import { directIcons } from './direct-icons.ts'
import { makeFonts } from './fonts/make-fonts.ts'
import { precompress } from './precompress.ts'
import { styles } from './styles.ts'

const folder = resolve(import.meta.dirname, process.env.WEB_BUILD_DIR ?? 'build', 'console')

/** Builds the staff's console: a program of its own, of which members load nothing. */
export default defineConfig({
  root: join(import.meta.dirname, 'src/console'),
  publicDir: false,
  plugins: [
    directIcons(),
    makeFonts(),
    babel({
      include: /[\\/]web[\\/]src[\\/].*\.tsx?(?:$|\?)/,
      presets: [
        defineRolldownBabelPreset({
          preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
          rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
        }),
      ],
      sourceMap: false,
      parserOpts: { plugins: ['typescript', 'jsx'] },
    }),
    lingui({ failOnMissing: false, failOnCompileError: true }),
    { name: 'precompress', closeBundle: () => precompress(join(folder, 'assets')) },
  ],
  css: styles,
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: ['chrome111', 'firefox113', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
  },
})
