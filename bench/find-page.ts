// `POST /dispenser/match` in process with 100,000 members (`--members=N`), relative to a plain index scan of its first
// page: p50 and p99 of a page, p50 of one whose members have all changed since they were read (`changed`), of a viewer's
// first page, whose area is counted, of page 500 relative to page 1, of a
// page with three filters, which leave one member in seven, relative to one without, and of a member who has decided on
// the 10,000 at the top relative to one who has not.
import { measureList } from './parts/list-page.ts'

await measureList('find-page', 'find')
