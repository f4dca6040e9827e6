import * as z from 'zod/mini'
import { line } from '../fields.ts'
import { route } from '../route.ts'
import { brandParams, done } from './fields.ts'
import { may } from './permissions.ts'
import { viewPageNames } from './view-words.ts'

const tag = 'staff'
const oneOf = z.strictObject({ ...brandParams.shape, id: z.uuid() })
const name = line(60)
const query = z.record(z.string().check(z.maxLength(20)), z.string().check(z.maxLength(100)))
const page = z.enum(viewPageNames)

const savedView = z.strictObject({
  id: z.uuid(),
  page,
  name: z.string(),
  /** Parameters of the page’s address. */
  query: z.record(z.string(), z.string()),
  isMine: z.boolean(),
  /** Whether the page opens with it for the person who asks. */
  isDefault: z.boolean(),
  isShared: z.boolean(),
  /** Who saved it. */
  by: z.string(),
})
export type SavedView = z.infer<typeof savedView>

/** Filters of a list page that staff keep under a name: their own, and what an owner shares with everybody of the brand. */
export const viewRoutes = {
  savedViews: route({
    id: 'savedViews',
    method: 'GET',
    path: '/admin/api/:brand/views',
    tag,
    access: may('saveViews'),
    summary: 'The own saved views and the shared ones, of the pages that the caller may open.',
    params: brandParams,
    reply: z.strictObject({ views: z.array(savedView) }),
    failures: [401, 403],
  }),
  saveView: route({
    id: 'saveView',
    method: 'POST',
    path: '/admin/api/:brand/views',
    tag,
    access: may('saveViews'),
    summary:
      'Saves filters of a page under a name that the caller has not given to another view of it (`view_known`); 50 a person at most (`too_many_views`).',
    params: brandParams,
    body: z.strictObject({ page, name, query }),
    reply: z.strictObject({ id: z.uuid() }),
    failures: [401, 403, 409],
  }),
  changeView: route({
    id: 'changeView',
    method: 'PUT',
    path: '/admin/api/:brand/views/:id',
    tag,
    access: may('saveViews'),
    summary: 'Renames an own view, replaces its filters, or makes it the one with which its page opens.',
    params: oneOf,
    body: z
      .strictObject({ name: z.optional(name), query: z.optional(query), isDefault: z.optional(z.boolean()) })
      .check(z.refine((given) => Object.keys(given).length > 0, 'nothing to change')),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  deleteView: route({
    id: 'deleteView',
    method: 'DELETE',
    path: '/admin/api/:brand/views/:id',
    tag,
    access: may('saveViews'),
    summary: 'Deletes an own view. It can be restored for an hour.',
    params: oneOf,
    reply: done,
    failures: [401, 403, 404],
  }),
  restoreView: route({
    id: 'restoreView',
    method: 'POST',
    path: '/admin/api/:brand/views/:id/restore',
    tag,
    access: may('saveViews'),
    summary: 'Takes the deletion of an own view back.',
    params: oneOf,
    body: z.strictObject({}),
    reply: done,
    failures: [401, 403, 404, 409],
  }),
  shareView: route({
    id: 'shareView',
    method: 'POST',
    path: '/admin/api/:brand/views/:id/share',
    tag,
    access: may('shareViews'),
    summary: 'Shows an own view to everybody of the brand who may open its page.',
    params: oneOf,
    body: z.strictObject({}),
    reply: done,
    failures: [401, 403, 404],
  }),
  unshareView: route({
    id: 'unshareView',
    method: 'POST',
    path: '/admin/api/:brand/views/:id/unshare',
    tag,
    access: may('shareViews'),
    summary: 'Ends the sharing of a view, also of a colleague’s; its author keeps it.',
    params: oneOf,
    body: z.strictObject({}),
    reply: done,
    failures: [401, 403, 404],
  }),
} as const
