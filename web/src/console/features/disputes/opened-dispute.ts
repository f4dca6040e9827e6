import type { ReplyOf } from '#console/base/api.ts'

export type Opened = ReplyOf<'POST /admin/api/:brand/disputes/:order/open'>
