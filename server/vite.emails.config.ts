import { fileURLToPath } from 'node:url'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { defineConfig, type Plugin } from 'vite'

/** The server's catalogues as `build/i18n/<language>.json`, which `src/platform/i18n.ts` reads. */
const compiledCatalogues = (): Plugin => ({
  name: 'compiled-catalogues',
  async generateBundle() {
    const config = getConfig({ cwd: fileURLToPath(new URL('..', import.meta.url)) })
    const catalogue = (await getCatalogs(config)).find(({ path }) => path.includes('/server/'))
    if (catalogue === undefined) throw new Error('lingui.config.ts names no catalogue of the server')
    for (const locale of config.locales) {
      const { messages } = await catalogue.getTranslations(locale, {
        sourceLocale: config.sourceLocale,
        fallbackLocales: config.fallbackLocales,
      })
      const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
      if (errors.length > 0)
        this.error(`${locale}: ${errors.map(({ id, error }) => `${id}: ${error.message}`).join('\n')}`)
      this.emitFile({ type: 'asset', fileName: `i18n/${locale}.json`, source })
    }
  },
})

/** The emails use the server's own `platform/text/i18n.ts`, with the catalogues it has read, by the name that package.json gives it. */
const sharedI18n = (): Plugin => ({
  name: 'shared-i18n',
  enforce: 'pre',
  resolveId: (source) => (source === '#platform/text/i18n.ts' ? { id: source, external: true } : null),
})

// Node strips types but knows no JSX: the email templates become `build/emails.js`, a module without TSX.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  plugins: [sharedI18n(), compiledCatalogues()],
  // Only the components we use of react-email, whose index also loads syntax highlighting, Markdown and Tailwind: half a second of
  // processor time and 30 MB in every process that sends an email.
  ssr: { noExternal: true, external: ['react', 'react-dom'] },
  build: {
    ssr: 'src/modules/outreach/channels/email/templates/render.tsx',
    outDir: process.env.EMAILS_BUILD_DIR ?? 'build',
    emptyOutDir: false,
    target: 'node24',
    rollupOptions: {
      output: { entryFileNames: 'emails.js' },
    },
  },
})
