import { swallowedErrors } from './swallowed-errors.mjs'

/* Our own rules for oxlint, which `.oxlintrc.json` enables. */
export default {
  meta: { name: 'incontro' },
  rules: { 'swallowed-errors': swallowedErrors },
}
