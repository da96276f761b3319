import { Type } from 'typebox';

/** Test mode stands in the address itself: in live mode there is nothing here for anybody. */
export const handsetPath = '/clients/:clientId/test/handset';
export const handsetParams = { clientId: Type.String() };
