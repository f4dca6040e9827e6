import { defineConfig } from '@lingui/cli'
import type { OrderByFn } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { isFile, textFolders, textGroups } from './web/page-texts/folders.ts'

const later = Object.values(textFolders).flat()
const collator = new Intl.Collator('en-US')
type Entry = Parameters<OrderByFn>[0]
const textOf = ({ messageId, entry }: Entry): string => entry.message ?? messageId
const contextOf = ({ entry }: Entry): string => entry.context ?? ''

/** One system for every text: the pages' catalogues go into their bundles, the server's (emails, card form, plain pages) are read at its start. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['it', 'es', 'fr', 'en'],
  catalogs: [
    // The console is a program of its own, in which the components are, too.
    {
      path: '<rootDir>/web/src/i18n/console-{locale}',
      include: ['<rootDir>/web/src/console', '<rootDir>/web/src/components'],
    },
    // First: the path of the rest fits their files too.
    ...textGroups.map((group) => ({
      path: `<rootDir>/web/src/i18n/${group}-{locale}`,
      include: textFolders[group].map((place) => `<rootDir>/web/src/${place}`),
    })),
    // The gallery of components is a page of ours, in English only.
    {
      path: '<rootDir>/web/src/i18n/{locale}',
      include: ['<rootDir>/web/src'],
      exclude: [
        '<rootDir>/web/src/dev/**',
        '<rootDir>/web/src/console/**',
        ...later.map((place) => `<rootDir>/web/src/${place}${isFile(place) ? '' : '/**'}`),
      ],
    },
    { path: '<rootDir>/server/src/i18n/{locale}', include: ['<rootDir>/server/src'], exclude: ['**/*.test.*'] },
  ],
  // Files and line numbers would make every move and edit of a page an edit of four catalogues.
  format: formatter({ origins: false }),
  orderBy: (one, other) =>
    collator.compare(textOf(one), textOf(other)) || collator.compare(contextOf(one), contextOf(other)),
})
