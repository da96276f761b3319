import { type Static, Type } from 'typebox';
import { momentOf, momentText } from '../../../http/schemas/asked-moment.ts';
import { phoneOf } from '../../../http/schemas/text.ts';
import { transactionStatus, transactionType } from '../../../http/schemas/transaction.ts';
import type { ExportFilters } from '../../../wallet/export/transactions-file.ts';

/** The filters of the list of transactions. */
export const exportQuery = {
  type: Type.Optional(transactionType),
  status: Type.Optional(transactionStatus),
  reference: Type.Optional(
    Type.String({ pattern: '^[A-Z_]{2,8}_[0-9]{1,12}_[0-9]{1,16}$', examples: ['SM_1781000000_42'] }),
  ),
  phone: Type.Optional(phoneOf('The other side of the transaction.')),
  from: Type.Optional(momentText('Created at or after this moment.')),
  to: Type.Optional(momentText('Created before this moment.')),
};

const exportRequest = Type.Object(exportQuery);

export function exportFilters({ from, to, ...filters }: Static<typeof exportRequest>): ExportFilters {
  return {
    ...filters,
    ...(from === undefined ? {} : { fromMs: momentOf(from) }),
    ...(to === undefined ? {} : { toMs: momentOf(to) }),
  };
}
