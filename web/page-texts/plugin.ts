import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { textFolders, textGroups, type TextGroup } from './folders.ts'

/**
 * Lets each file of a group of pages that says anything wait for the group's catalogue, in browsers. The server has them all.
 * Runs before Lingui's macros are gone.
 */
export const pageTexts = (): Plugin[] => textGroups.map(waitForTexts)

function waitForTexts(group: TextGroup): Plugin {
  const loader = fileURLToPath(new URL(`../src/app/i18n/${group}-texts.ts`, import.meta.url))
  const folders = textFolders[group].join('|')
  return {
    name: `${group}-texts`,
    enforce: 'pre',
    transform: {
      filter: { id: new RegExp(`[\\\\/]web[\\\\/]src[\\\\/](?:${folders})[\\\\/].*\\.tsx?(?:$|\\?)`) },
      handler(code) {
        if (this.environment.name !== 'client' || !/from '@lingui\/(?:core|react)\/macro'/.test(code)) return undefined
        return { code: `import ${JSON.stringify(loader)}\n${code}`, map: null }
      },
    },
  }
}
