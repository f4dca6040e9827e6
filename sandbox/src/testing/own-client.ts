import { createRequire } from 'node:module'

/**
 * A provider's own client for Node, which is only a development dependency. Prints a warning and returns null if it is
 * not installed.
 * @returns the package untyped, so that our types do not depend on it
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
