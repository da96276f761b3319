import { Type } from 'typebox';
import { statusOfCode } from '../status-of-code.ts';

/** The body of every failure (interface-decisions.md section 1). */
export const failureSchema = Type.Object(
  {
    success: Type.Boolean({ const: false }),
    message: Type.String({ description: 'One sentence that says what to do about it.' }),
    code: Type.String({ enum: Object.keys(statusOfCode), description: 'Machine code.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Per wrong field, what it must be.' }),
    ),
    data: Type.Optional(
      Type.Object(
        {
          transaction_id: Type.Optional(Type.Integer()),
          reference: Type.Optional(Type.String()),
          status: Type.Optional(Type.String()),
        },
        { description: 'The ids of a transaction that exists although the request failed.' },
      ),
    ),
    request_id: Type.String({ description: 'The same as the header X-Request-Id; quote it when you ask about it.' }),
  },
  { title: 'Failure' },
);
