import type { ReplyOf } from '#console/base/api.ts'

export type OpenedFile = ReplyOf<'POST /admin/api/:brand/members/:id/open'>

export interface FileProps {
  readonly brand: string
  readonly file: OpenedFile
}
