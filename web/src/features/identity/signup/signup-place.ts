import type { Locale } from '@incontro/contract'
import type { VisitFields } from '#app/visit/visit.ts'

export interface SignupPlace extends VisitFields {
  readonly locale: Locale
  readonly host: string
  readonly ua: string
}
