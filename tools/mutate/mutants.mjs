import { isSql, sqlMutantsOf } from './sql-mutants.mjs'

/**
 * @typedef {{ start: number, end: number, text: string, kind?: 'query' }} Mutant  Replaces the code from `start` to
 *   `end` by `text`; `query` marks a fault in a query.
 */

/** @type {Readonly<Record<string, string>>} */
const opposite = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
/** @type {Readonly<Record<string, string>>} */
const otherSign = { '+': '-', '-': '+', '*': '/', '/': '*' }
/** A map, as a program's methods also have the names that every object has, such as toString. */
const otherEnd = new Map([
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['findIndex', 'findLastIndex'],
  ['findLastIndex', 'findIndex'],
])
/** @type {Readonly<Record<string, string>>} */
const otherPlace = { 0: '-1', '-1': '0' }
/** Functions of a date in UTC and in local time. */
const ofDate = /^(get|set)(UTC)?(FullYear|Month|Date|Day|Hours|Minutes)$/

/**
 * The faults that can be planted in a program, one at a time: negated conditions, comparisons off by one, `and` for
 * `or`, an operand left out, changed constants, first for last, local time for UTC, a property of an object left out,
 * omitted calls whose result is not used, omitted where clauses.
 * @param {any} program an ESTree program with the positions of `source`
 * @param {string} source
 * @returns {Mutant[]} in source order
 */
export function mutantsOf(program, source) {
  /** @type {Mutant[]} */
  const mutants = []
  const plant = (/** @type {{ start: number, end: number }} */ node, /** @type {string} */ text) =>
    mutants.push({ start: node.start, end: node.end, text })
  const textOf = (/** @type {any} */ node) => source.slice(node.start, node.end)

  /** @param {any} node @param {any} parent @returns {void} */
  const visit = (node, parent) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach((child) => visit(child, parent))
    if (typeof node.type !== 'string') return
    // Types and imports have no effect at run time.
    if (/^TS(?!As|NonNull|Satisfies)/.test(node.type) || node.type === 'ImportDeclaration') return
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression':
        plant(node.test, `!(${textOf(node.test)})`)
        break
      case 'BinaryExpression':
        if (opposite[node.operator]) swapOperator(node, opposite[node.operator] ?? '')
        else if (otherSign[node.operator] && node.left.type !== 'Literal')
          swapOperator(node, otherSign[node.operator] ?? '')
        break
      case 'LogicalExpression':
        if (node.operator === '??') break
        swapOperator(node, node.operator === '&&' ? '||' : '&&')
        for (const left of [node.left, node.right]) plant(node, textOf(left))
        break
      case 'ObjectExpression':
        for (const [at] of node.properties.entries()) mutants.push({ ...propertyAt(node, at), text: '' })
        break
      case 'Literal':
        if (typeof node.value === 'boolean') plant(node, String(!node.value))
        else if (typeof node.value === 'number' && parent?.type !== 'Property') plant(node, String(node.value + 1))
        else if (typeof node.value === 'string' && isSql(node.value))
          mutants.push(...sqlMutantsOf(source, node.start + 1, node.end - 1, []))
        break
      case 'TemplateLiteral':
        if (isSql(node.quasis[0].value.cooked ?? '') || parent?.tag?.name === 'sql')
          // The expressions in `${}`, including the delimiters.
          mutants.push(
            ...sqlMutantsOf(
              source,
              node.start + 1,
              node.end - 1,
              node.expressions.map((/** @type {any} */ _one, /** @type {number} */ at) => ({
                start: node.quasis[at].end,
                end: node.quasis[at + 1].start,
              })),
            ),
          )
        break
      case 'CallExpression': {
        const { type, object, property } = node.callee
        if (type !== 'MemberExpression') break
        const { name } = property
        // Leaves out one condition of a query.
        if (name === 'where') mutants.push({ start: object.end, end: node.end, text: '', kind: 'query' })
        const [given, ...others] = node.arguments
        if (name === 'at' && given && others.length === 0 && otherPlace[textOf(given)])
          plant(given, otherPlace[textOf(given)] ?? '')
        const end = otherEnd.get(name)
        if (end !== undefined && given) plant(property, end)
        const date = ofDate.exec(name)
        if (date) plant(property, `${date[1]}${date[2] ? '' : 'UTC'}${date[3]}`)
        break
      }
      case 'ExpressionStatement':
        // An empty statement, since an `if` without braces needs one.
        if (['AwaitExpression', 'CallExpression'].includes(node.expression.type)) plant(node, ';')
        break
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') visit(child, node)
  }
  const swapOperator = (/** @type {any} */ node, /** @type {string} */ operator) => {
    const between = source.slice(node.left.end, node.right.start)
    plant({ start: node.left.end, end: node.right.start }, between.replace(node.operator, operator))
  }
  /** Where a property stands, with one comma beside it. */
  const propertyAt = (/** @type {any} */ { properties, end }, /** @type {number} */ at) => {
    const [one, before, after] = [properties[at], properties[at - 1], properties[at + 1]]
    if (after) return { start: one.start, end: after.start }
    if (before) return { start: before.end, end: one.end }
    const [comma] = /^\s*,/.exec(source.slice(one.end, end)) ?? ['']
    return { start: one.start, end: one.end + comma.length }
  }
  visit(program.body, null)
  return mutants.toSorted((a, b) => a.start - b.start)
}
