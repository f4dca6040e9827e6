import { forgetLooks, recordOtherConnections } from './record.ts'

/* Loaded before each file of unit tests. A worker keeps its modules, so the connections are changed once. */
const changed = globalThis as { statementsAreRecorded?: boolean }
if (changed.statementsAreRecorded !== true) recordOtherConnections()
changed.statementsAreRecorded = true
forgetLooks()
