import { createRequire } from 'node:module'

/**
 * A provider's own client for Node, a development package that only witnesses; null, with a line that says so, where it is not installed.
 * @returns the package as it is: its types are not ours to depend on
 */
export function ownClient(name: string): unknown {
  try {
    return createRequire(import.meta.url)(name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
    console.warn(`The stand-in is not tried by ${name}, which is not installed`)
    return null
  }
}
