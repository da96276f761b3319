import { Type } from 'typebox';
import type { ReceiptOperations } from '../../receipts/operations.ts';
import type { Issuer } from '../../statements/issuer.ts';
import { type Api, callerOf } from '../api.ts';
import { receiptFile } from '../receipt-file.ts';
import { sendData } from '../response.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { disclosureFields, disclosureOf, receiptSchema } from '../schemas/receipt.ts';

const readReceiptMessage = 'Receipt retrieved.';

/** The receipt of a transaction, which anybody can verify. @param issuer is printed on its PDF. */
export function registerReceiptRoute(api: Api, receipts: Pick<ReceiptOperations, 'read'>, issuer: Issuer | null): void {
  api.get(
    '/wallet/transactions/:id/receipt',
    {
      schema: {
        operationId: 'readReceipt',
        summary: 'Read the receipt of a transaction',
        description:
          'The receipt proves its values by a signed round of the ledger, without this service: docs/receipts.md says how. ' +
          'While `round` is null the transaction is not proven yet; it is some seconds after it ends. With `format=pdf`, or ' +
          '`Accept: application/pdf`, the response is a PDF with the JSON attached.',
        tags: ['Wallet'],
        params: Type.Object({ id: positiveId('The transaction id.') }),
        querystring: Type.Object({
          format: Type.Optional(Type.Enum(['json', 'pdf'], { description: 'Default json.' })),
          ...disclosureFields,
        }),
      },
      config: {
        access: { limit: 'transaction', permissions: ['wallet:read'] },
        response: envelopeOf(receiptSchema, readReceiptMessage),
        failures: ['not_found', 'history_unavailable'],
      },
    },
    async (request, reply) => {
      const { walletId } = callerOf(request);
      const { format, ...chosen } = request.query;
      const receipt = await receipts.read({ walletId, transactionId: request.params.id }, disclosureOf(chosen));
      const isPdf = format === undefined ? asksForPdf(request.headers.accept) : format === 'pdf';
      if (!isPdf) return sendData(reply, readReceiptMessage, receipt);
      const { name, type, bytes } = await receiptFile(receipt, 'pdf', issuer);
      // The deadline may have answered meanwhile.
      if (reply.sent) return;
      reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
    },
  );
}

/** Whether a client names PDF and not JSON. One that takes anything gets JSON. */
function asksForPdf(accept = ''): boolean {
  return /\bapplication\/pdf\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}
