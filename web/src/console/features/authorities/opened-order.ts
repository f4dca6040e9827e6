import type { ReplyOf } from '#console/base/api.ts'

export type OpenedOrder = ReplyOf<'POST /admin/api/:brand/authority-orders/:id/open'>
