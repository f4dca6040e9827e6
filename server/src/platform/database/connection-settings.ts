import type * as z from 'zod'
import { ConfigError } from '#platform/config.ts'

/**
 * Settings of an external provider: for the installation's shared account, and for brands with an account of their own.
 */
export interface ConnectionSettings<T> {
  readonly shared: T | undefined
  /** By the brand's suffix (`brandSuffix`). */
  readonly brands: ReadonlyMap<string, T>
  /** The variables that were read, by name. */
  readonly variables: ReadonlyMap<string, string>
}

export type Environment = Readonly<Record<string, string | undefined>>

/** A brand's key as a suffix of variable names: `dolce-luna` becomes `DOLCE_LUNA`. */
export const brandSuffix = (brandKey: string): string => brandKey.toUpperCase().replaceAll('-', '_')

/**
 * Reads a provider's variables from the environment: all of them (but those that may be missing) or none, since an incomplete connection would take
 * money and miss its webhooks. `NAME__BRAND` overrides `NAME` for one brand and gives the brand a connection of its
 * own.
 * @throws ConfigError naming the variable at fault
 */
export function readConnections<S extends Readonly<Record<string, z.ZodType>>>(
  env: Environment,
  provider: string,
  shape: S,
): ConnectionSettings<{ readonly [K in keyof S]: z.output<S[K]> }> {
  const names = Object.keys(shape)
  const set = (name: string) => (env[name] === '' ? undefined : env[name])
  const variables = new Map<string, string>()
  const read = (of: (name: string) => readonly [variable: string, value: string | undefined]) =>
    Object.fromEntries(
      names.map((name) => {
        const [variable, value] = of(name)
        const isOptional = shape[name]?.safeParse(undefined).success
        if (value === undefined && !isOptional)
          throw new ConfigError(`${variable}: is missing, the other settings of ${provider} are there`)
        const parsed = shape[name]?.safeParse(value)
        if (!parsed?.success)
          throw new ConfigError(`${variable}: ${parsed?.error.issues[0]?.message ?? 'is not valid'}`)
        if (value !== undefined) variables.set(variable, value)
        return [name, parsed.data]
      }),
    ) as { readonly [K in keyof S]: z.output<S[K]> }
  const suffixes = new Set(
    Object.keys(env).flatMap((variable) => {
      const [name, suffix] = variable.split('__')
      return suffix && name && names.includes(name) && set(variable) !== undefined ? [suffix] : []
    }),
  )
  return {
    shared: names.some((name) => set(name) !== undefined) ? read((name) => [name, set(name)]) : undefined,
    brands: new Map(
      [...suffixes].map((suffix) => [
        suffix,
        read((name) => {
          const own = set(`${name}__${suffix}`)
          return own === undefined ? [name, set(name)] : [`${name}__${suffix}`, own]
        }),
      ]),
    ),
    variables,
  }
}

/** Converts the values of each connection to the options of its adapter. */
export function mapConnections<V, T>(
  { shared, brands, variables }: ConnectionSettings<V>,
  optionsOf: (values: V) => T,
): ConnectionSettings<T> {
  return {
    shared: shared === undefined ? undefined : optionsOf(shared),
    brands: new Map([...brands].map(([suffix, values]) => [suffix, optionsOf(values)])),
    variables,
  }
}
