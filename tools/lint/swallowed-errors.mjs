/*
 * Refuses swallowed errors, because they hide faults. A handler has to use the error, throw another one, or have a
 * comment that says why nothing is lost.
 */

/**
 * oxlint does not export these types by name.
 * @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} Rule
 * @typedef {Parameters<Extract<Rule, { create: unknown }>['create']>[0]} Context
 * @typedef {Parameters<Context['sourceCode']['getScope']>[0]} Node
 * @typedef {Extract<Node, { type: 'CallExpression' }>} Call
 * @typedef {Extract<Node, { type: 'ArrowFunctionExpression' | 'FunctionExpression' | 'FunctionDeclaration' }>} FunctionNode
 * @typedef {ReturnType<Context['sourceCode']['getScope']>} Scope
 */

/** The position of the error handler among the arguments of a promise's method. */
const HANDLER_AT = new Map([
  ['catch', 0],
  ['then', 1],
])
const LISTENERS = new Set(['on', 'once', 'addListener', 'addEventListener'])
/** A comment above a statement applies to a handler that begins at most this many lines below it. */
const NEAR_LINES = 2

/** @type {Rule} */
export const swallowedErrors = {
  meta: { type: 'problem' },
  create(context) {
    return {
      CatchClause(node) {
        if (readsItsError(context, node) || throws(node.body)) return
        if (!isExplained(context, node, node)) report(context, node)
      },
      CallExpression(node) {
        const handler = handlerOf(node)
        const called = handler && functionOf(context, handler)
        if (!handler || !called || readsItsError(context, called) || throws(called.body)) return
        if (!isExplained(context, handler, statementOf(node))) report(context, handler)
      },
    }
  },
}

/** @param {Context} context @param {Node} node */
function report(context, node) {
  const message =
    'This loses an error: read it (log, show or return it), or say in a comment right here why nothing is lost.'
  context.report({ node, message })
}

/** @param {Call} call @returns {Node | undefined} the argument that handles the error */
function handlerOf({ callee, arguments: given }) {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return undefined
  const { name } = callee.property
  const [event] = given
  if (LISTENERS.has(name)) return event?.type === 'Literal' && event.value === 'error' ? given[1] : undefined
  const at = HANDLER_AT.get(name)
  return at === undefined ? undefined : given[at]
}

/** The function itself, or the function of this file with that name. @param {Context} context @param {Node} node */
function functionOf({ sourceCode }, node) {
  if (isFunction(node)) return node
  if (node.type !== 'Identifier') return undefined
  for (let scope = /** @type {Scope | null} */ (sourceCode.getScope(node)); scope; scope = scope.upper) {
    const definition = scope.set.get(node.name)?.defs[0]?.node
    if (definition === undefined) continue
    const value = definition.type === 'VariableDeclarator' ? definition.init : definition
    return value && isFunction(value) ? value : undefined
  }
  return undefined
}

/** @param {Node} node @returns {node is FunctionNode} */
function isFunction(node) {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)
}

/** @param {Context} context @param {Node} node a catch clause, or a function whose first parameter is the error */
function readsItsError({ sourceCode }, node) {
  const error = node.type === 'CatchClause' ? node.param : isFunction(node) ? node.params[0] : undefined
  if (!error) return false
  return sourceCode
    .getDeclaredVariables(node)
    .some(
      ({ identifiers: [declared], references }) =>
        declared && isWithin(declared, error) && references.some((one) => one.isRead()),
    )
}

/** @param {Node} inner @param {Node} outer */
function isWithin(inner, outer) {
  return inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1]
}

/** Whether the body ends with a throw statement. @param {Node | null} body */
function throws(body) {
  return body?.type === 'BlockStatement' && body.body.at(-1)?.type === 'ThrowStatement'
}

/** @param {Node} node @returns {Node} */
function statementOf(node) {
  return !node.parent || /Statement$|Declaration$|^PropertyDefinition$/.test(node.type)
    ? node
    : statementOf(node.parent)
}

/**
 * Whether there is a comment in the handler, beside it or directly above it, or directly above a statement that begins
 * at most `NEAR_LINES` lines before it.
 * @param {Context} context @param {Node} handler @param {Node} statement
 */
function isExplained({ sourceCode }, handler, statement) {
  const [first, last, begin] = [handler.loc.start.line, handler.loc.end.line, statement.loc.start.line]
  const ends = first - begin <= NEAR_LINES ? [first - 1, begin - 1] : [first - 1]
  return sourceCode
    .getAllComments()
    .some(({ loc: { start, end } }) => (start.line >= first && end.line <= last) || ends.includes(end.line))
}
