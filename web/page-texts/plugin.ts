import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { isFile, textFolders, textGroups, type TextGroup } from './folders.ts'

/**
 * In browsers, makes each file with texts in a group of pages wait for the group's catalogue. The server has all
 * catalogues. Must run before Lingui's macros are compiled.
 */
export const pageTexts = (): Plugin[] => textGroups.map(waitForTexts)

function waitForTexts(group: TextGroup): Plugin {
  const loader = fileURLToPath(new URL(`../src/app/i18n/${group}-texts.ts`, import.meta.url))
  const places = textFolders[group]
    .map((place) => (isFile(place) ? place.replaceAll('.', '\\.') : `${place}/.*\\.tsx?`))
    .join('|')
    .replaceAll('/', '[\\\\/]')
  return {
    name: `${group}-texts`,
    enforce: 'pre',
    transform: {
      filter: { id: new RegExp(`[\\\\/]web[\\\\/]src[\\\\/](?:${places})(?:$|\\?)`) },
      handler(code) {
        if (this.environment.name !== 'client' || !/from '@lingui\/(?:core|react)\/macro'/.test(code)) return undefined
        return { code: `import ${JSON.stringify(loader)}\n${code}`, map: null }
      },
    },
  }
}
