import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { accountFolders } from './folders.ts'

const loader = fileURLToPath(new URL('../src/app/i18n/account-texts.ts', import.meta.url))

/**
 * Lets each file of the account's pages that says anything wait for the account's catalogue, in browsers. The server has them all.
 * Runs before Lingui's macros are gone.
 */
export function accountTexts(): Plugin {
  return {
    name: 'account-texts',
    enforce: 'pre',
    transform: {
      filter: { id: new RegExp(`[\\\\/]web[\\\\/]src[\\\\/](?:${accountFolders.join('|')})[\\\\/].*\\.tsx?(?:$|\\?)`) },
      handler(code) {
        if (this.environment.name !== 'client' || !/from '@lingui\/(?:core|react)\/macro'/.test(code)) return undefined
        return { code: `import ${JSON.stringify(loader)}\n${code}`, map: null }
      },
    },
  }
}
