// The same as `find-page` for the deck, which leaves out whom the viewer has decided on.
import { measureList } from './parts/list-page.ts'

await measureList('match-page', 'match')
