import { queryOptions } from '@tanstack/react-query'
import { api } from '#console/base/api.ts'
import { addressOfFile } from '#console/base/opened-file.ts'

/** A photo or recording of a case as an address of the browser. Opening it is recorded, so it is fetched once. */
export const caseFile = (brand: string, id: string, file: string) =>
  queryOptions({
    queryKey: ['case file', id, file],
    staleTime: Infinity,
    retry: false,
    queryFn: async () =>
      addressOfFile(await api('GET /admin/api/:brand/cases/:id/files/:file', { params: { brand, id, file } })),
  })
