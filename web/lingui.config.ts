import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'it',
  locales: ['it', 'es', 'fr', 'en'],
  catalogs: [{ path: '<rootDir>/src/i18n/{locale}', include: ['<rootDir>/src'] }],
  // Line numbers would make every edit of a page an edit of four catalogues.
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
})
