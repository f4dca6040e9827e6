import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { toJSONSchema, type $ZodType } from 'zod/v4/core'

const built = new WeakMap<$ZodType, (reply: unknown) => string>()

/**
 * Writes replies as JSON by the JSON Schema of their contract: only declared fields leave. A serializer is built when a
 * route first answers, as building all of them would delay every start, and kept for the other servers of the process.
 * In tests and the demo (`isChecked`) a reply is also parsed by its schema, with the rules that a serializer does not look
 * at, and refused if it does not match.
 */
export function replySerializer(isChecked: boolean): FastifySerializerCompiler<$ZodType> {
  return (route) => {
    const parse = serializerCompiler(route)
    return (reply) => {
      let serialize = built.get(route.schema)
      if (serialize === undefined) {
        serialize = fastJson(toJSONSchema(route.schema, { io: 'output' }) as fastJson.Schema)
        built.set(route.schema, serialize)
      }
      const written = serialize(reply)
      if (isChecked && !isDeepStrictEqual(JSON.parse(written), JSON.parse(parse(reply))))
        throw new Error(
          `${route.method} ${route.url}: the reply is written differently from what its schema makes of it`,
        )
      return written
    }
  }
}
