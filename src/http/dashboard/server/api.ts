import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { Type } from 'typebox';

/** The part of the dashboard's server below /dashboard/api, where every route has a right and TypeBox gives the types. */
export type DashboardApi = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Below it everything belongs to one client in one mode; the guard has looked them up. */
export const clientPath = '/clients/:clientId/:mode';

/** The parameters of clientPath; more of a route's own go beside them. The guard has checked these two. */
export const clientParams = { clientId: Type.String(), mode: Type.String() };
