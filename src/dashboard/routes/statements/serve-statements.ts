import type { DashboardApi } from '../../api.ts';
import type { DashboardServices } from '../../services.ts';
import { downloadStatement } from './download-statement.ts';
import { readStatementRoute } from './read-statement.ts';

/** What came and went in a run of days. */
export function serveStatements(api: DashboardApi, services: DashboardServices): void {
  readStatementRoute(api, services);
  downloadStatement(api, services);
}
