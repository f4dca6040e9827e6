import type { PageContext } from '@incontro/contract/domain'
import { createContext } from 'react-router'

/** What the server knows about the request being rendered; read with `context.get(webContext)` in loaders and actions. */
export const webContext = createContext<PageContext>()
