import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'it',
  locales: ['it', 'es', 'fr', 'en'],
  catalogs: [{ path: '<rootDir>/src/i18n/{locale}', include: ['<rootDir>/src'] }],
  // Files and line numbers would make every move and edit of a page an edit of four catalogues.
  format: formatter({ origins: false }),
  orderBy: 'message',
})
