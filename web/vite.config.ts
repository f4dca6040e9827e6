import { fileURLToPath } from 'node:url'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import { reactRouter } from '@react-router/dev/vite'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vite'
import { pageTexts } from './page-texts/plugin.ts'
import { criticalStyles } from './critical-styles/plugin.ts'
import { directIcons } from './direct-icons.ts'
import { makeFonts } from './fonts/make-fonts.ts'
import { notShared, pageChunks } from './page-chunks.ts'
import { serviceWorkerFiles } from './service-worker-files/plugin.ts'
import routes from './src/routes.ts'
import { styles } from './styles.ts'

export default defineConfig({
  plugins: [
    directIcons(),
    makeFonts(),
    pageTexts(),
    criticalStyles({
      folder: fileURLToPath(new URL('./src', import.meta.url)),
      routes: routes.filter(({ file }) => ['routes/visitor-layout.tsx', 'routes/offline.tsx'].includes(file)),
      visitors: { 'routes/landing-or-find': 'routes/landing-find.tsx' },
    }),
    serviceWorkerFiles({
      folder: fileURLToPath(new URL('./src', import.meta.url)),
      routes: routes.filter(({ file }) => file === 'routes/member-layout.tsx'),
    }),
    babel({
      // The module ids of a route that is split into chunks end with a query.
      include: /[\\/]web[\\/]src[\\/].*\.tsx?(?:$|\?)/,
      // Babel only compiles the macros; the bundler handles types and JSX, so Babel only has to parse them.
      presets: [
        defineRolldownBabelPreset({
          preset: () => ({ plugins: ['@lingui/babel-plugin-lingui-macro'] }),
          rolldown: { filter: { code: /@lingui\/(?:core|react)\/macro/ } },
        }),
      ],
      // Nothing reads them, and a build would keep them in memory.
      sourceMap: false,
      parserOpts: { plugins: ['typescript', 'jsx'] },
    }),
    reactRouter(),
    lingui({ failOnMissing: false, failOnCompileError: true }),
  ],
  css: styles,
  build: {
    target: ['chrome111', 'firefox113', 'safari16.4'],
    assetsInlineLimit: 0,
    // Without the polyfill, browsers without module preload (Firefox 113 and 114) discover the files step by step.
    modulePreload: { polyfill: false },
    // One small style sheet for the whole site, because a page would wait for a dozen tiny ones.
    cssCodeSplit: false,
  },
  // The server build is one module that exports `respond`.
  environments: {
    client: {
      // Modules shared by many pages go into one chunk: small ones compress worse and need a request each.
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'shared', test: (id) => !notShared.test(id), minShareCount: 13 },
                { name: 'icons', test: /lucide-react/, minShareCount: 5 },
                ...pageChunks,
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
})
