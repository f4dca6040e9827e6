import { pageMethods } from '@incontro/contract'
import * as z from 'zod'

/** A setting with the methods that the operator has activated on a provider's page, separated by commas. */
export const pageMethodList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(pageMethods, `must be a list of: ${pageMethods.join(', ')}`)))
  .optional()
