// Beside the choices, whose texts are fetched: the page to sign up carries the rules of all that it imports.
export { GenderMore } from './gender-more.tsx'
