// What every visitor page runs by itself: it keeps where the visit came from, and starts the page's own script when somebody touches it.
import './visit-script.ts'
import { startLater } from '../server/start-later.ts'

startLater()
