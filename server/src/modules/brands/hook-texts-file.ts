import { hookCodes } from '@incontro/contract'
import * as z from 'zod'

const words = z.string().trim().min(1).max(240)
const inAllLanguages = z.strictObject({ it: words, es: words, fr: words, en: words })

/**
 * Texts of hooks in a brand's or a flow's file that replace the catalogue's: per hook a title, a text and a picture,
 * each optional. `picture` names an SVG of `brands/<key>/hooks` or, for all brands, of `brands/_hooks`.
 */
export const hookTextsFile = z.partialRecord(
  z.enum(hookCodes),
  z.strictObject({
    title: inAllLanguages.optional(),
    text: inAllLanguages.optional(),
    picture: z
      .string()
      .regex(/^[a-z0-9-]{1,40}\.svg$/, 'must be the name of an SVG file in lower case')
      .optional(),
  }),
)
export type HookTextsFile = z.infer<typeof hookTextsFile>
