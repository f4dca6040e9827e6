/** Marks the file name of a module's variant; a number follows. */
const mark = '.fault-'

/** @param {string} file @param {number} id @returns {string} the name under which a variant of the file is loaded */
export const variantOf = (file, id) => file.replace(/(\.test)?\.(ts|mjs)$/, (end) => `${mark}${id}${end}`)

/**
 * A module with the exports of `file`, whose values `globalThis.plantFault(file, id)` replaces at run time. Importers
 * read an export at each use, so a server that starts afterwards has the fault. An exported function is one that calls
 * the current variant's, because importers may have put it into a table when they were loaded.
 * @param {string} file absolute
 * @param {any} program its ESTree
 * @returns {string}
 */
export function switchable(file, program) {
  const names = exportedNames(program)
  const original = JSON.stringify(variantOf(file, 0))
  return `
import * as original from ${original}
let current = original
const isFunction = (value) => typeof value === 'function' && !/^class\\b/.test(Function.prototype.toString.call(value))
const calling = (name) => {
  const value = original[name]
  const { prototype, ...properties } = Object.getOwnPropertyDescriptors(value)
  return Object.defineProperties(function (...args) { return Reflect.apply(current[name], this, args) }, properties)
}
const exported = (name) => (isFunction(original[name]) ? calling(name) : original[name])
${names.map((name, at) => `let value${at} = exported('${name}')`).join('\n')}
${exporting(names)}
const files = (globalThis.filesWithFaults ??= new Map())
const use = (variant) => {
  current = variant
  ${names.map((name, at) => `if (!isFunction(original.${name})) value${at} = variant.${name}`).join('\n  ')}
}
files.set(${JSON.stringify(file)}, use)
globalThis.plantFault ??= async (file, id, load) => {
  globalThis.unplantFault?.()
  globalThis.unplantFault = undefined
  if (file === undefined) return
  const plant = files.get(file)
  if (plant === undefined) return
  const sound = await load(0)
  globalThis.unplantFault = () => plant(sound)
  plant(await load(id))
}
`
}

/** @param {readonly string[]} names */
const exporting = (names) => ['export', '{', names.map((name, at) => `value${at} as ${name}`).join(', '), '}'].join(' ')

/**
 * A test file that plants a fault before its tests and stops after the first failure. Without a fault, it reports the
 * reached marks in `meta.reached` (`reach.mjs`).
 * @param {string} code of the test file
 * @param {{ file: string, id: number, timeoutMs: number } | undefined} fault the fault and the time limit of each test
 * @returns {string}
 */
export function testWithFault(code, fault) {
  if (fault === undefined)
    return `
import { afterEach as afterEachUnplanted } from 'vitest'
await globalThis.plantFault?.()
const reachedHere = (globalThis.reachedByTest = new Set())
afterEachUnplanted(({ task }) => { task.file.meta.reached = [...reachedHere] })
${code}`
  const { file, id, timeoutMs } = fault
  return `
import { beforeEach as beforeEachOfFault, vi as settingsOfFault } from 'vitest'
settingsOfFault.setConfig({ testTimeout: ${timeoutMs}, hookTimeout: ${3 * timeoutMs} })
await globalThis.plantFault?.(${JSON.stringify(file)}, ${id}, (id) =>
  id === 0 ? import(${JSON.stringify(variantOf(file, 0))}) : import(${JSON.stringify(variantOf(file, id))}))
let faultNoticed = false
beforeEachOfFault((context) => {
  if (faultNoticed) context.skip()
  context.onTestFailed(() => { faultNoticed = true })
})
${code}`
}

/** @param {any} program @returns {string[]} the exported names, without types */
function exportedNames(program) {
  return program.body.flatMap((/** @type {any} */ statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return []
    const { declaration, specifiers } = statement
    if (declaration === null)
      return specifiers
        .filter((/** @type {any} */ one) => one.exportKind !== 'type')
        .map((/** @type {any} */ one) => one.exported.name)
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.map((/** @type {any} */ one) => one.id.name)
    return declaration.type.startsWith('TS') ? [] : [declaration.id.name]
  })
}
