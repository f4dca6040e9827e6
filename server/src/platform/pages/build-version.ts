import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The version of a web build as its pages know it: the one in the name of React Router's manifest. */
export function buildVersion(folder: string): string | undefined {
  const assets = join(folder, 'client/assets')
  if (!existsSync(assets)) return undefined
  return readdirSync(assets)
    .map((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1])
    .find((version) => version !== undefined)
}
