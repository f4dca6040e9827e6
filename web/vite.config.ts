import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { reactRouter } from '@react-router/dev/vite'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vite'
import { criticalStyles } from './critical-styles/plugin.ts'
import { makeFonts } from './fonts/make-fonts.ts'
import routes from './src/routes.ts'

export default defineConfig({
  plugins: [
    makeFonts(),
    criticalStyles({
      folder: fileURLToPath(new URL('./src', import.meta.url)),
      routes: routes.filter(({ file }) => file === 'routes/visitor-layout.tsx'),
      visitors: { 'routes/landing-or-find': 'routes/landing-find.tsx' },
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
    // One small style sheet for the whole site: a page would wait for a dozen tiny ones.
    cssCodeSplit: false,
  },
  // The server's build is one module with one function: `respond`.
  environments: {
    client: {
      // What many pages need is one file: a hundred small ones compress worse, and each is asked for by itself.
      build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 13 }] } } } },
    },
    ssr: { build: { rollupOptions: { input: './src/server.ts' } } },
  },
  // Its own icons only, instead of all of them read at every start.
  ssr: { noExternal: ['lucide-react'] },
})
