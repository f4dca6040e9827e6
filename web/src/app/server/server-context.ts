import type { WebContext } from '@incontro/contract'
import { createContext } from 'react-router'

/** What the server knows about the request being rendered; read with `context.get(webContext)` in loaders and actions. */
export const webContext = createContext<WebContext>()
