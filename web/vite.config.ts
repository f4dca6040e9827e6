import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { reactRouter } from '@react-router/dev/vite'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { pageTexts } from './page-texts/plugin.ts'
import { criticalStyles } from './critical-styles/plugin.ts'
import { makeFonts } from './fonts/make-fonts.ts'
import { serviceWorkerFiles } from './service-worker-files/plugin.ts'
import routes from './src/routes.ts'

/** Lucide names each stroke at random, which nothing compresses, and lists the icon's former names: React needs a key only. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  transform: {
    filter: { id: /[\\/]lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.m?js$/ },
    handler(code) {
      let stroke = 0
      return code
        .replace(/\bkey: (['"])\w+\1/g, () => `key: "${(stroke += 1)}"`)
        .replace(/,?\s*aliases: \[[^\]]*\]/, '')
    },
  },
}

export default defineConfig({
  plugins: [
    plainIcons,
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
      // A route that is split into chunks comes with a query behind its name.
      include: /[\\/]web[\\/]src[\\/].*\.tsx?(?:$|\?)/,
      // The macro is all Babel does here; types and JSX are left to the bundler, so they only have to parse.
      plugins: ['@lingui/babel-plugin-lingui-macro'],
      parserOpts: { plugins: ['typescript', 'jsx'] },
    }),
    reactRouter(),
    lingui({ failOnMissing: false, failOnCompileError: true }),
  ],
  build: {
    target: ['chrome111', 'firefox113', 'safari16.4'],
    assetsInlineLimit: 0,
    // Browsers without it (Firefox 113 and 114) find the files step by step.
    modulePreload: { polyfill: false },
    // One small style sheet for the whole site: a page would wait for a dozen tiny ones.
    cssCodeSplit: false,
  },
  // The server's build is one module with one function: `respond`.
  environments: {
    client: {
      // What many pages need is one file: a hundred small ones compress worse, and each is asked for by itself.
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'shared', minShareCount: 13 },
                { name: 'icons', test: /lucide-react/, minShareCount: 5 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
  // Its own icons only, instead of all of them read at every start.
  ssr: { noExternal: ['lucide-react'] },
})
