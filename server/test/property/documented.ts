import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from './from-schema.ts'

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly member: boolean
  readonly body: JsonSchema | undefined
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly required: boolean
    readonly schema: JsonSchema
  }[]
  readonly statuses: readonly number[]
  /** Validates a body or reply against the document. */
  readonly takes: ValidateFunction | undefined
  readonly answers: ValidateFunction
}

// The document as it comes over the wire; its parts are read by name.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Document = any

const json = (part: Document): JsonSchema | undefined => part?.content?.['application/json']?.schema

/** The document with every `$ref` replaced by the component that it names. */
function withoutReferences(part: Document, components: Document): Document {
  if (Array.isArray(part)) return part.map((item) => withoutReferences(item, components))
  if (typeof part !== 'object' || part === null) return part
  const name = /^#\/components\/schemas\/(\w+)$/.exec(part.$ref)?.[1]
  if (name !== undefined) return withoutReferences(components[name], components)
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withoutReferences(value, components)]))
}

/** Every operation of an OpenAPI document with compiled checks. */
export function operationsOf(document: Document): Operation[] {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  const paths = withoutReferences(document.paths, document.components.schemas)
  return Object.entries<Document>(paths).flatMap(([path, methods]) =>
    Object.entries<Document>(methods).map(([method, spec]): Operation => {
      const body = json(spec.requestBody)
      return {
        id: spec.operationId,
        method: method.toUpperCase(),
        path,
        member: spec.security?.some((way: object) => 'session' in way) === true,
        body,
        parameters: spec.parameters ?? [],
        statuses: Object.keys(spec.responses).map(Number),
        takes: body && ajv.compile(body),
        answers: ajv.compile(json(spec.responses[200]) ?? {}),
      }
    }),
  )
}
